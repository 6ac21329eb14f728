import Testing

@testable import Terminal

@Suite struct KeyDecoderTests {
  static let examples: [(String, [Key])] = [
    ("abc", [.text("abc")]),
    ("한글🎉", [.text("한글🎉")]),
    ("\u{1112}\u{1161}\u{11AB}", [.text("한")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]),
    ("\u{3}", [.control("c")]),
    ("\u{E}\u{10}\u{15}", [.control("n"), .control("p"), .control("u")]),
    ("\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}OB", [.up, .down, .up, .down]),
    ("\u{1B}[1;5A", [.up]),
    (
      "\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[3~",
      [.pageUp, .pageDown, .home, .end, .home, .end, .delete]
    ),
    ("a\u{1B}[Ab", [.text("a"), .up, .text("b")]),
    ("\u{1B}[200~two\nlines\u{1B}[Ax\u{1B}[201~b", [.pasted("two\nlines\u{1B}[Ax"), .text("b")]),
    ("\u{1B}[200~\u{1B}[201~", [.pasted("")]),
    // A paste stays a paste after a sequence that is incomplete.
    ("\u{1B}[\u{1B}[200~q\u{1B}[201~", [.unknown, .pasted("q")]),
    ("\u{1B}[1;\u{1B}[200~q\u{1B}[201~", [.unknown, .pasted("q")]),
    ("\u{1B}O\u{1B}[200~q\u{1B}[201~", [.unknown, .pasted("q")]),
    ("\u{1B}]11;rgb:0\u{1B}[200~q\u{1B}[201~", [.unknown, .pasted("q")]),
    ("\u{1B}]11;rgb:0\u{1B}\\q", [.unknown, .text("q")]),
    ("\u{1B}[99;9z", [.unknown]),
    // Escape and another key at once, or Alt with it.
    ("\u{1B}j", [.escape, .text("j")]), ("\u{1B}한", [.escape, .text("한")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}\r", [.escape, .enter]),
    // The keypad, in its application mode and in the kitty protocol.
    ("\u{1B}Op\u{1B}Oy\u{1B}Ok\u{1B}OM", [.text("09+"), .enter]),
    ("\u{1B}[57401;;50u\u{1B}[57413u", [.text("2+")]),
    (
      "\u{1B}[57414u\u{1B}[57417u\u{1B}[57420u\u{1B}[57422u\u{1B}[57423u\u{1B}[57426u",
      [.enter, .left, .down, .pageDown, .home, .delete]
    ),
  ]

  @Test(arguments: examples)
  func `decodes keys`(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes.utf8) == keys)
    #expect(!decoder.isWaiting)
  }

  @Test(arguments: examples)
  func `decodes keys byte by byte`(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    var together: [Key] = []
    for key in bytes.utf8.flatMap({ decoder.feed(CollectionOfOne($0)) }) {
      if case .text(let more) = key, case .text(let text)? = together.last {
        together[together.count - 1] = .text(text + more)
      } else {
        together.append(key)
      }
    }
    #expect(together == keys)
  }

  @Test func `recognizes Escape only after a timeout`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.timeOut() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.timeOut().isEmpty)
    #expect(decoder.feed("[A".utf8) == [.text("[A")])
    #expect(decoder.feed("\u{1B}\u{1B}".utf8) == [.escape])
    #expect(decoder.timeOut() == [.escape])
    // The keys that also begin a sequence.
    for key in ["[", "O", "]", "P", "_", "^"] {
      #expect(decoder.feed("\u{1B}\(key)".utf8).isEmpty)
      #expect(decoder.timeOut() == [.escape, .text(key)])
    }
  }

  @Test func `drops a sequence that never ends`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed("\u{1B}[1".utf8).isEmpty)
    #expect(decoder.timeOut() == [.unknown])
    #expect(decoder.feed(Array("\u{1B}[".utf8) + Array(repeating: 0x30, count: 96)) == [.unknown])
    #expect(decoder.feed("a".utf8) == [.text("a")])
  }

  @Test func `takes a paste of megabytes in pieces`() {
    var decoder = KeyDecoder()
    let text = String(repeating: "한글 and \u{1B}[A\n", count: 400_000)
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~q".utf8)
    var keys: [Key] = []
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      keys += decoder.feed(bytes[start..<min(start + 4096, bytes.count)])
    }
    #expect(keys == [.pasted(text), .text("q")])
  }

  @Test func `drops an invalid byte before a combining mark`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x61, 0xBB, 0xCC, 0xA7]) == [.text("a\u{327}")])
    #expect(decoder.feed([0x9F, 0xF0, 0x9F, 0x8F, 0xBD]) == [.text("\u{1F3FD}")])
    let paste = Array("\u{1B}[200~".utf8) + [0xBB, 0xCC, 0xA7] + Array("\u{1B}[201~".utf8)
    #expect(decoder.feed(paste) == [.pasted("\u{327}")])
  }

  @Test func `drops invalid UTF-8`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xFF, 0xC0]) == [.unknown])
    #expect(decoder.feed([0x61, 0xE2, 0x82, 0x0D]) == [.text("a"), .enter])
    #expect(decoder.feed([0xED, 0x95]).isEmpty)
    #expect(decoder.feed([0x9C]) == [.text("한")])
  }

  @Test func `accepts any bytes in linear time`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var decoder = KeyDecoder()
      let likely: [UInt8] = [0x1B, 0x5B, 0x4F, 0x7E, 0x32, 0x30, 0x31, 0xED, 0x95, 0x61, 0x3B]
      for _ in 0..<8 {
        let bytes = (0..<Int.random(in: 0..<9)).map { _ in
          Bool.random() ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255)
        }
        _ = decoder.feed(bytes)
        if Bool.random() { _ = decoder.timeOut() }
      }
    }
  }
}
