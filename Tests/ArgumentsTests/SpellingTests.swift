import Testing

@testable import Arguments

@Suite struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("notes", "notes", 0), ("noets", "notes", 1), ("note", "notes", 1),
    ("nottes", "notes", 1), ("netos", "notes", 2), ("회고", "회기", 1), ("", "abc", 3),
  ])
  func `counts typing errors`(_ left: String, _ right: String, _ distance: Int) {
    #expect(Spelling.distance(from: left, to: right) == distance)
    #expect(Spelling.distance(from: right, to: left) == distance)
  }

  @Test(arguments: [
    ("noets", "notes"), ("serach", "search"), ("gr", "graph"), ("xyz", nil), ("x", nil),
    ("NOTES", "notes"), ("Noets", "notes"), ("GR", "graph"),
  ])
  func `suggests only near names`(_ typed: String, _ meant: String?) {
    #expect(Spelling.nearest(to: typed, in: ["notes", "search", "graph", "to"]) == meant)
  }
}
