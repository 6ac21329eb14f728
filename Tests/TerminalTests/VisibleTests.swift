import Testing

@testable import Terminal

@Suite struct VisibleTests {
  @Test(arguments: [
    ("\u{1B}]0;title\u{07}", "^[]0;title^G"),
    ("\u{1B}[31mred", "^[[31mred"),
    ("a\u{0}b", "a^@b"),
    ("\u{7F}", "^?"),
    ("\u{9B}31m", "<U+009B>31m"),
    ("abc\u{202E}fed", "abc<U+202E>fed"),
    ("\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}", "<U+2066><U+2069><U+200E><U+200F><U+061C>"),
    ("a\u{2028}b\u{2029}", "a<U+2028>b<U+2029>"),
    ("one\rtwo", "one^Mtwo"),
    ("one\ttwo", "one two"),
    ("one\ntwo", "one↵two"),
    ("one\r\ntwo", "one↵two"),
    ("e\u{301}\u{1B}", "e\u{301}^["),
  ])
  func `spells control characters out`(text: String, shown: String) {
    #expect(visible(text) == shown)
  }

  @Test(arguments: [
    ("a\tb\nc", "a\tb\nc"), ("a\r\nb", "a\nb"), ("a\rb", "a^Mb"), ("a\r\r\nb\u{1B}", "a^M\nb^["),
  ])
  func `keeps newlines and tabs where it is told to`(text: String, shown: String) {
    #expect(Array(visible(text, keepingNewlines: true).utf8) == Array(shown.utf8))
  }

  @Test func `marks a newline in ASCII where it is told to`() {
    #expect(visible("한\n글", ascii: true) == "한^J글")
  }

  @Test(arguments: ["", "plain", "커밋", "👩‍👩‍👧‍👦", "❤️", "à — “quoted” ‹›", "\u{200B}\u{2060}", "\u{FFFD}"])
  func `leaves what is harmless as it is`(text: String) {
    #expect(Visible.isClean(text, keepingNewlines: false))
    #expect(visible(text) == text)
  }

  @Test func `lets through no control character of all that there are`() {
    for value in UInt32(0)...0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = visible("a" + String(scalar) + "b")
      let isChanged = Visible.mark(for: scalar, ascii: false) != nil
      #expect(Visible.isClean(String(scalar), keepingNewlines: false) == !isChanged)
      #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(visible(shown) == shown)
    }
  }
}
