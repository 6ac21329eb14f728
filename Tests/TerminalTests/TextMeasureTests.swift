import Testing

@testable import Terminal

@Suite struct TextMeasureTests {
  @Test(arguments: [
    ("", 0), ("commit", 6), ("커밋 일기", 9), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", 4),
    ("日本語", 6), ("ｱｲｳ", 3), ("ＡＢ", 4), ("e\u{301}", 1), ("ㄱㄴ", 4),
    ("🎉", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇰🇷", 2), ("🇰🇷🇯🇵", 4), ("1️⃣", 2), ("❤️", 2),
    ("❤️‍🔥", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("☕", 2), ("—", 1), ("क्षि", 3), ("กำ", 2),
    ("a\u{200B}b", 10), ("\u{FEFF}a", 9), ("、。", 4), ("～", 2),
  ])
  func `measures grapheme clusters`(text: String, width: Int) {
    #expect(TextMeasure().width(of: text) == width)
  }

  @Test(arguments: [
    ("\u{1B}", 2), ("\u{7F}", 2), ("\u{9B}", 8), ("a\u{202E}b", 10), ("\t", 1), ("\n", 1),
    ("\r\n", 1), ("\r", 2), ("\u{200E}\u{301}", 8),
  ])
  func `measures control characters as escaped`(text: String, width: Int) {
    #expect(TextMeasure().width(of: text) == width)
    #expect(TextMeasure().width(of: visible(text)) == width)
  }

  @Test(arguments: [("■", 2), ("…", 2), ("→", 2), ("é", 2), ("x", 1), ("ⅳ", 2), ("ñ", 1), ("한", 2)])
  func `measures ambiguous characters by the setting`(text: String, width: Int) {
    #expect(TextMeasure(ambiguousWidth: 2).width(of: text) == width)
    #expect(TextMeasure(ambiguousWidth: 1).width(of: text) == (text == "한" ? 2 : 1))
  }

  @Test(arguments: [
    ("commit", 6, "commit"), ("commit", 5, "comm…"), ("커밋 일기", 9, "커밋 일기"),
    ("커밋 일기", 8, "커밋 일…"), ("커밋 일기", 7, "커밋 …"), ("커밋", 1, "…"), ("커밋", 0, ""),
    ("a👩‍👩‍👧‍👦b", 3, "a…"), ("a👩‍👩‍👧‍👦b", 4, "a👩‍👩‍👧‍👦b"), ("e\u{301}tude", 3, "e\u{301}t…"), ("", 0, ""),
  ])
  func `truncates between grapheme clusters`(text: String, columns: Int, result: String) {
    #expect(StyledText(text).truncated(to: columns, on: .plain()).plain == result)
    #expect(TextMeasure().width(of: result) <= columns)
  }

  @Test func `omits the ellipsis without room`() {
    #expect(StyledText("commit").truncated(to: 2, on: .plain(unicode: false)).plain == "co")
  }

  @Test func `pads on either side`() {
    #expect(StyledText("커밋").padded(to: 6, on: .plain()).plain == "커밋  ")
    #expect(StyledText("커밋").padded(to: 6, alignment: .trailing, on: .plain()).plain == "  커밋")
    #expect(StyledText("커밋").padded(to: 3, on: .plain()).plain == "커밋")
  }

  @Test func `knows every range that Unicode calls wide`() {
    #expect(EastAsianWidth.isWide(0x1100))
    #expect(!EastAsianWidth.isWide(0x1160))
    #expect(EastAsianWidth.isWide(0x3FFFD))
    #expect(!EastAsianWidth.isWide(0x40000))
    #expect(EastAsianWidth.isAmbiguous(0xA1))
    #expect(EastAsianWidth.isAmbiguous(0x10FFFD))
    #expect(!EastAsianWidth.isAmbiguous(0x10FFFE))
  }
}
