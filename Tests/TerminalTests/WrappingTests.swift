import Testing

@testable import Terminal

@Suite struct WrappingTests {
  @Test(arguments: [
    ("nothing", "", 10, 0, [""]),
    ("what fits", "a b c", 5, 0, ["a b c"]),
    ("words", "the quick brown fox", 10, 0, ["the quick", "brown fox"]),
    ("a word that ends at the edge", "abcde fgh", 5, 0, ["abcde", "fgh"]),
    ("a hanging indent", "the quick brown fox", 9, 2, ["the quick", "  brown", "  fox"]),
    ("a word longer than the line", "see abcdefghijkl", 5, 0, ["see", "abcde", "fghij", "kl"]),
    ("Japanese", "今日は天気がいいです。", 10, 0, ["今日は天気", "がいいで", "す。"]),
    ("after a Japanese comma, also before a path", "種類、/etc、../x", 8, 0, ["種類、", "/etc、", "../x"]),
    (
      "not before a comma, a small letter or a long vowel", "あああ、ティーチ", 6, 0,
      ["ああ", "あ、", "ティー", "チ"]
    ),
    (
      "around a date, not in it", "コミット 0 件、2025年11月16日～2026年11月21日", 36, 0,
      ["コミット 0 件、2025年11月16日～", "2026年11月21日"]
    ),
    ("in a date that is wider than the line", "2025年11月", 6, 0, ["2025年", "11月"]),
    (
      "not between a month and its day", "since Aug 18, 2026 at 10:00 AM", 12, 0,
      ["since", "Aug 18, 2026", "at 10:00 AM"]
    ),
    (
      "not inside a Korean date or time", "2026년 8월 2일 오전 10:00부터", 16, 0,
      ["2026년 8월 2일", "오전 10:00부터"]
    ),
    ("Korean, between its words", "주간 회고를 썼다", 12, 0, ["주간 회고를", "썼다"]),
    ("an opening bracket", "日本（東京）", 6, 0, ["日本", "（東", "京）"]),
    (
      "newlines, and the indentation of a paragraph", "a\n\n  b c d", 5, 0, ["a", "", "  b c", "d"]
    ),
    ("CRLF and a newline at the end", "a\r\nb\n", 5, 0, ["a", "b", ""]),
    ("a tab", "a\tb", 20, 0, ["a       b"]),
    ("spaces at the edge", "abc     def", 4, 0, ["abc", "def"]),
    ("no room at all", "한글", 0, 0, ["한", "글"]),
    ("an indent wider than the screen", "aa bb", 4, 9, ["aa", "  bb"]),
    ("only spaces", "   ", 2, 0, [""]),
  ])
  func `wraps text into lines`(
    example: String, text: String, columns: Int, indent: Int, lines: [String]
  ) {
    let wrapped = StyledText(text).wrapped(to: columns, indent: indent, on: .plain())
    #expect(wrapped.map(\.plain) == lines, "\(example)")
  }

  @Test func `a remark goes to the next line as a whole, if it fits into one`() {
    let text = StyledText("レビューを書く  ") + StyledText("8月2日から未完了", .remark)
    #expect(
      text.wrapped(to: 24, on: .plain()).map(\.plain) == ["レビューを書く", "8月2日から未完了"])
    let long = StyledText("a ") + StyledText("not done since then", .remark)
    #expect(long.wrapped(to: 10, on: .plain()).map(\.plain) == ["a not done", "since then"])
  }

  @Test func `keeps styles across lines`() {
    let text = StyledText("one ") + StyledText("two three", .match) + " four"
    let lines = text.wrapped(to: 8, on: .plain())
    #expect(lines.map(\.plain) == ["one two", "three", "four"])
    #expect(lines[0].spans.last == .init("two", .match))
    #expect(lines[1].spans == [.init("three", .match)])
  }
}
