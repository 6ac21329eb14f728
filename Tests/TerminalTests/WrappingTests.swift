import Testing

@testable import Terminal

@Suite struct WrappingTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var columns: Int
    var indent = 0
    var lines: [String]
  }

  @Test(arguments: [
    Example(testDescription: "nothing", text: "", columns: 10, lines: [""]),
    Example(testDescription: "what fits", text: "a b c", columns: 5, lines: ["a b c"]),
    Example(
      testDescription: "words", text: "the quick brown fox", columns: 10,
      lines: ["the quick", "brown fox"]),
    Example(
      testDescription: "a word that ends at the edge", text: "abcde fgh", columns: 5,
      lines: ["abcde", "fgh"]),
    Example(
      testDescription: "a hanging indent", text: "the quick brown fox", columns: 9, indent: 2,
      lines: ["the quick", "  brown", "  fox"]),
    Example(
      testDescription: "a word longer than the line", text: "see abcdefghijkl", columns: 5,
      lines: ["see", "abcde", "fghij", "kl"]),
    Example(
      testDescription: "Japanese", text: "今日は天気がいいです。", columns: 10,
      lines: ["今日は天気", "がいいで", "す。"]),
    Example(
      testDescription: "after a Japanese comma, also before a path", text: "種類、/etc、../x",
      columns: 8,
      lines: ["種類、", "/etc、", "../x"]),
    Example(
      testDescription: "not before a comma, a small letter or a long vowel", text: "あああ、ティーチ",
      columns: 6, lines: ["ああ", "あ、", "ティー", "チ"]),
    Example(
      testDescription: "around a date, not in it", text: "コミット 0 件、2025年11月16日～2026年11月21日",
      columns: 36, lines: ["コミット 0 件、2025年11月16日～", "2026年11月21日"]),
    Example(
      testDescription: "in a date that is wider than the line", text: "2025年11月", columns: 6,
      lines: ["2025年", "11月"]),
    Example(
      testDescription: "not between a month and its day", text: "since Aug 18, 2026 at 10:00 AM",
      columns: 12, lines: ["since", "Aug 18, 2026", "at 10:00 AM"]),
    Example(
      testDescription: "not inside a Korean date or time", text: "2026년 8월 2일 오전 10:00부터",
      columns: 16, lines: ["2026년 8월 2일", "오전 10:00부터"]),
    Example(
      testDescription: "Korean, between its words", text: "주간 회고를 썼다", columns: 12,
      lines: ["주간 회고를", "썼다"]),
    Example(
      testDescription: "an opening bracket", text: "日本（東京）", columns: 6,
      lines: ["日本", "（東", "京）"]),
    Example(
      testDescription: "newlines, and the indentation of a paragraph", text: "a\n\n  b c d",
      columns: 5, lines: ["a", "", "  b c", "d"]),
    Example(
      testDescription: "CRLF and a newline at the end", text: "a\r\nb\n", columns: 5,
      lines: ["a", "b", ""]),
    Example(testDescription: "a tab", text: "a\tb", columns: 20, lines: ["a       b"]),
    Example(
      testDescription: "spaces at the edge", text: "abc     def", columns: 4,
      lines: ["abc", "def"]),
    Example(testDescription: "no room at all", text: "한글", columns: 0, lines: ["한", "글"]),
    Example(
      testDescription: "an indent wider than the screen", text: "aa bb", columns: 4, indent: 9,
      lines: ["aa", "  bb"]),
    Example(testDescription: "only spaces", text: "   ", columns: 2, lines: [""]),
  ])
  func `wraps text into lines`(_ example: Example) {
    let measure = TextMeasure()
    #expect(
      measure.wrapped(example.text, to: example.columns, indent: example.indent) == example.lines)
    #expect(
      StyledText(example.text)
        .wrapped(to: example.columns, indent: example.indent, on: .plain()).map(\.plain)
        == example.lines)
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
