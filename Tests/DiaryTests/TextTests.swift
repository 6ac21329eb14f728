import Diary
import Testing

@Suite struct TextTests {
  @Test(arguments: [
    ("", ""), ("  ", ""), ("a", "a"), (" a b ", "a b"), ("\r\n\ta\u{3000}", "a"),
    ("회고\n", "회고"), ("a\u{A0}", "a"),
  ])
  func `trims both ends`(_ text: String, _ trimmed: String) {
    #expect(text.trimmed == trimmed)
    #expect(text.isBlank == trimmed.isEmpty)
  }

  @Test func `classifies ASCII bytes`() {
    for byte in UInt8.min...UInt8.max {
      let character = Character(Unicode.Scalar(byte))
      let isASCII = byte < 0x80
      #expect(byte.isASCIIDigit == (isASCII && character.isWholeNumber))
      #expect(byte.isASCIILetter == (isASCII && character.isLetter))
      #expect(byte.isASCIILetterOrDigit == (byte.isASCIIDigit || byte.isASCIILetter))
      #expect(byte.isHexDigit == (isASCII && character.isHexDigit))
      #expect(byte.hexDigitValue.map { Int($0) } == (isASCII ? character.hexDigitValue : nil))
    }
    #expect((0..<16).map { UInt8(hexDigit: $0) } == Array("0123456789abcdef".utf8))
  }

  @Test func `rounds a wait up to whole milliseconds`() {
    #expect(Duration.microseconds(1001).wholeMilliseconds(atMost: 100) == 2)
    #expect(Duration.milliseconds(5).wholeMilliseconds(atMost: 100) == 5)
    #expect(Duration.seconds(-1).wholeMilliseconds(atMost: 100) == 0)
    #expect(Duration.seconds(1).wholeMilliseconds(atMost: 100) == 100)
    #expect(Duration.seconds(Int64.max).wholeMilliseconds(atMost: .max) == .max)
  }
}
