import Testing

@testable import Terminal

@Suite struct KeyPositionTests {
  @Test(arguments: [
    ("j", "j"), ("ㅓ", "j"), ("ㅏ", "k"), ("ㅗ", "h"), ("ㅣ", "l"), ("ㅂ", "q"), ("ㅃ", "Q"), ("ㅘ", "hk"),
    ("저", "wj"), ("값", "rkqt"), ("힣", "glg"), ("가나", "rksk"), ("ㄳ", "rt"), ("ㅎ", "g"),
    ("ま", "j"), ("マ", "j"), ("の", "k"), ("ｊ", "j"), ("Ｇ", "G"), ("？", "?"), ("　", " "),
    ("о", "j"), ("л", "k"), ("й", "q"), ("П", "G"), ("é", "é"), ("/", "/"),
    ("\u{110C}\u{1165}", "wj"), ("が", "t@"), ("ポ", "-["), ("ヴ", "4@"), ("か\u{3099}", "t@"),
    ("ﾏ", "j"), ("ｶﾞ", "t@"), ("ﾟ", "["), ("ー", "\\"), ("を", "0"), ("ﾡ", "r"), ("ￓ", "n"),
    ("ￜ", "l"),
    ("№", "#"), ("і", "s"), ("Є", "\""), ("ў", "o"), ("ゎ", "ゎ"), ("漢", "漢"), ("。", ">"),
  ])
  func `finds the Latin letters on the keys`(text: String, keys: String) {
    #expect(String(KeyPosition.keys(of: text)) == keys)
  }

  /// The keys of each layout in rows, as in the standards.
  @Test(arguments: [
    ("qwertyuiopasdfghjklzxcvbnm", "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ"), ("QWERTOP", "ㅃㅉㄸㄲㅆㅒㅖ"),
    ("1234567890-^qwertyuiop@[", "ぬふあうえおやゆよわほへたていすかんなにらせ゛゜"),
    ("asdfghjkl;:]zxcvbnm,./\\", "ちとしはきくまのりれけむつさそひこみもねるめろ"),
    ("qwertyuiop[]asdfghjkl;'", "йцукенгшщзхъфывапролджэ"), ("zxcvbnm,.`", "ячсмитьбюё"),
    ("QWERTYUIOP{}ASDFGHJKL:\"", "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭ"), ("ZXCVBNM<>~", "ЯЧСМИТЬБЮЁ"),
  ])
  func `has the whole of each layout`(keys: String, letters: String) {
    #expect(String(KeyPosition.keys(of: letters)) == keys)
  }

  @Test func `finds the key of every full-width character`() {
    for code in 0x21...0x7E {
      let wide = Unicode.Scalar(UInt32(code + 0xFEE0)).map(Character.init)!
      #expect(KeyPosition.keys(of: String(wide)) == [Character(UnicodeScalar(UInt8(code)))])
    }
  }

  @Test func `takes every syllable apart`() {
    for value in 0xAC00...0xD7A3 {
      let keys = KeyPosition.keys(of: String(Unicode.Scalar(UInt32(value)).map(Character.init)!))
      #expect((2...5).contains(keys.count))
      #expect(keys.allSatisfy { $0.isASCII && $0.isLetter })
    }
  }
}

@Suite struct KeyReportTests {
  @Test(arguments: [
    ("\u{1B}[<0;3;5M", Key.mouse(MouseEvent(.press, row: 4, column: 2))),
    ("\u{1B}[<0;3;5m", .mouse(MouseEvent(.release, row: 4, column: 2))),
    ("\u{1B}[<64;1;1M", .mouse(MouseEvent(.wheelUp, row: 0, column: 0))),
    ("\u{1B}[<69;1;1M", .mouse(MouseEvent(.wheelDown, row: 0, column: 0))),
    ("\u{1B}[<32;9;9M", .mouse(MouseEvent(.drag, row: 8, column: 8))),
    ("\u{1B}[<0;0;5M", .unknown), ("\u{1B}[<2;1;1M", .unknown), ("\u{1B}[<;;M", .unknown),
    ("\u{1B}[I", .focus(true)), ("\u{1B}[O", .focus(false)), ("\u{1B}[Z", .backTab),
    ("\u{1B}[?1u", .answer(.keyProtocol)), ("\u{1B}[106u", .text("j")),
    ("\u{1B}[106:74;2;74u", .text("J")), ("\u{1B}[12627::106;1;12627u", .textWithKey("ㅓ", "j")),
    ("\u{1B}[1089::99;5u", .control("c")), ("\u{1B}[27u", .escape), ("\u{1B}[13u", .enter),
    ("\u{1B}[9;2u", .backTab), ("\u{1B}[0;;51200:51201u", .text("저적")),
    ("\u{1B}[106;3u", .unknown), ("\u{1B}[106;1:3u", .unknown), ("\u{1B}[99999999999u", .unknown),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}", .answer(.background(.black))),
    ("\u{1B}]11;rgb:0/0/0\u{1B}\\", .answer(.background(.black))),
    ("\u{1B}]12;rgb:0/0/0\u{1B}\\", .unknown), ("\u{1B}[?62;22c", .answer(.attributes)),
    ("\u{1B}P1$r0m\u{1B}\\", .unknown),
  ])
  func `reads reports of the terminal`(bytes: String, key: Key) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes.utf8) == [key])
    #expect(!decoder.isWaiting)
  }

  @Test func `random bytes do not crash the decoder`() {
    var random = SystemRandomNumberGenerator()
    let likely = Array("\u{1B}[]<;:0123456789uMm~AP\\".utf8)
    for _ in 0..<20_000 {
      var decoder = KeyDecoder()
      let bytes = (0..<Int.random(in: 1..<24)).map { _ in
        Bool.random(using: &random) ? likely.randomElement() ?? 0 : UInt8.random(in: 0...255)
      }
      _ = decoder.feed(bytes)
      _ = decoder.timeOut()
    }
  }
}
