import Testing

@testable import Terminal

@Suite struct TableTests {
  static let notes = Table(
    columns: [.whole, .whole, .flexible, .flexible],
    rows: [
      [StyledText("7kq2", .id), StyledText("2026-11-21", .day), "octocat/hello", "주간회고를 썼다"],
      ["9xw4m", "2026-11-20", "a/b", "🎉 shipped"],
      ["0c1a", "2026-11-19", "가나다/라마바사", ""],
    ])

  static func plainLines(_ table: Table, width: Int?) -> [String] {
    table.lines(on: .plain(width: width)).map(\.plain)
  }

  @Test func `aligns columns in every script`() {
    #expect(
      Self.plainLines(Self.notes, width: nil) == [
        "7kq2   2026-11-21  octocat/hello    주간회고를 썼다",
        "9xw4m  2026-11-20  a/b              🎉 shipped",
        "0c1a   2026-11-19  가나다/라마바사",
      ])
  }

  @Test func `truncates only flexible columns`() {
    #expect(
      Self.plainLines(Self.notes, width: 43) == [
        "7kq2   2026-11-21  octocat/he…  주간회고를…",
        "9xw4m  2026-11-20  a/b          🎉 shipped",
        "0c1a   2026-11-19  가나다/라…",
      ])
  }

  @Test func `stacks rows on a very narrow screen`() {
    #expect(
      Self.plainLines(Self.notes, width: 20) == [
        "7kq2   2026-11-21", "  octocat/hello", "  주간회고를 썼다",
        "9xw4m  2026-11-20", "  a/b", "  🎉 shipped",
        "0c1a   2026-11-19", "  가나다/라마바사",
      ])
  }

  @Test(arguments: 1...60)
  func `is never wider than the screen`(width: Int) {
    for line in Self.notes.lines(on: .plain(width: width)) {
      #expect(line.width(on: .plain()) <= width)
    }
  }

  @Test func `escapes newlines and escape sequences in cells`() {
    let table = Table(columns: [.whole, .whole], rows: [["a\nb", "\u{1B}[2J"], ["c", "d"]])
    #expect(Self.plainLines(table, width: nil) == ["a↵b  ^[[2J", "c    d"])
  }

  @Test func `right-aligns numbers`() {
    let table = Table(
      columns: [.flexible, Table.Column(alignment: .trailing)],
      rows: [["a/b", "12"], ["octocat/hello", "3"]])
    #expect(Self.plainLines(table, width: 80) == ["a/b            12", "octocat/hello   3"])
  }

  @Test func `omits empty columns`() {
    let table = Table(columns: [.whole, .whole, .whole], rows: [["a", "", "c"], ["b", "", "d"]])
    #expect(Self.plainLines(table, width: nil) == ["a  c", "b  d"])
  }

  @Test func `has no lines without rows`() {
    #expect(Table(columns: [.whole]).lines(on: .plain()).isEmpty)
    #expect(Table(columns: [], rows: [[]]).lines(on: .plain()).map(\.plain) == [""])
  }
}
