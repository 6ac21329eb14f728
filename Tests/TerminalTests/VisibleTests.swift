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
    ("pass\u{200B}word", "pass<U+200B>word"), ("\u{FEFF}a", "<U+FEFF>a"),
    ("a\u{AD}b\u{2060}c\u{34F}", "a<U+00AD>b<U+2060>c<U+034F>"),
    ("a\u{E0041}\u{E007F}\u{E0001}", "a<U+E0041><U+E007F><U+E0001>"),
    ("a\u{FFF9}b\u{180E}", "a<U+FFF9>b<U+180E>"),
    // Joiners where nothing is to be joined.
    ("a\u{200D}b\u{200C}", "a<U+200D>b<U+200C>"), ("한\u{200D}", "한<U+200D>"),
    ("👩\u{200D}a", "👩<U+200D>a"), ("👩\u{200D}\u{200D}👩", "👩<U+200D><U+200D>👩"),
    ("👩\u{200C}👩", "👩<U+200C>👩"), ("می\u{200C}\u{200C}x", "می\u{200C}<U+200C>x"),
    ("\u{200D}👩", "<U+200D>👩"), ("1\u{200D}👩", "1<U+200D>👩"),
  ])
  func `escapes control characters`(text: String, shown: String) {
    #expect(visible(text) == shown)
  }

  @Test(arguments: [
    ("a\tb\nc", "a\tb\nc"), ("a\r\nb", "a\nb"), ("a\rb", "a^Mb"), ("a\r\r\nb\u{1B}", "a^M\nb^["),
  ])
  func `keeps newlines and tabs when asked`(text: String, shown: String) {
    #expect(Array(visible(text, keepingNewlines: true).utf8) == Array(shown.utf8))
  }

  @Test func `marks a newline in ASCII when asked`() {
    #expect(visible("한\n글", ascii: true) == "한^J글")
  }

  @Test(arguments: ["", "plain", "커밋", "❤️", "à — “quoted” ‹›", "🏳️", "\u{FFFD}"])
  func `keeps harmless text`(text: String) {
    #expect(Visible.isClean(text, keepingNewlines: false))
    #expect(visible(text) == text)
  }

  @Test(arguments: [
    "👩‍👩‍👧‍👦", "👩🏽‍🚀", "❤️‍🔥", "🏳️‍🌈", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴‍☠️",
    "می\u{200C}خواهم", "ه\u{200D}", "क्\u{200D}ष", "ශ්\u{200D}රී", "ന്\u{200D}",
  ])
  func `keeps joiners needed by emoji and scripts`(text: String) {
    #expect(Array(visible(text).utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    "👩‍👩‍👧‍👦", "👩\u{200D}a", "می\u{200C}خواهم", "a\u{200D}b", "🏴\u{E0067}\u{E007F}", "a\u{E0067}",
    "👩🏽\u{200C}", "\u{200B}a\u{FEFF}", "e\u{301}\u{200D}", "x\u{AD}", "क्\u{200D}ष", "한\u{200C}글",
  ])
  func `has the measured width`(text: String) {
    #expect(text.displayWidth() == visible(text).displayWidth())
  }

  @Test func `escapes every control character of Unicode`() {
    let ranges: [ClosedRange<UInt32>] = [0...0x3000, 0xFE00...0xFFFF, 0xE0000...0xE0100]
    for value in ranges.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = visible("a" + String(scalar) + "b")
      let isChanged = Visible.mark(for: scalar, ascii: false) != nil
      #expect(Visible.isClean(String(scalar), keepingNewlines: false) == !isChanged)
      #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(visible(shown) == shown)
    }
  }
}
