import Terminal
import Testing

@testable import Views

@Suite struct PageLayoutTests {
  private static func line(_ text: String) -> StyledText { StyledText(text) }

  private static func list(_ name: String, _ count: Int, limit: Int = .max) -> PageLayout.Section {
    .list(
      PageLayout.List(
        title: [line("\(name):")], rows: (0..<count).map { [line("\(name) \($0)")] },
        limit: limit, rest: { [line("\($0) more \(name)")] },
        summary: [line("\(name): \(count)")]))
  }

  private static var page: PageLayout {
    PageLayout(
      sections: [
        .fixed(["head", "weather"]),
        .picture([["streak"] + Array(repeating: "#", count: 8), ["streak", "#", "#"], ["streak"]]),
        list("todo", 9), list("commit", 7, limit: 5), list("note", 2), list("empty", 0),
        .advice(["advice"]),
      ], closing: "all")
  }

  private func lines(atMost height: Int?) -> [String] {
    Self.page.lines(atMost: height).map(\.plain)
  }

  @Test func `shows everything up to the limits when there is room`() {
    let whole = lines(atMost: nil)
    #expect(lines(atMost: 80) == whole)
    #expect(lines(atMost: whole.count) == whole)
    #expect(whole.count { $0 == "#" } == 8 && whole.last == "advice")
    #expect(whole.contains("todo 8") && whole.contains("commit 4") && whole.contains("note 1"))
    #expect(whole.contains("2 more commit") && !whole.contains("commit 5"))
    #expect(!whole.contains { $0.contains("empty") } && !whole.contains("all"))
  }

  @Test(arguments: 1...40)
  func `fits the height and counts what is left out`(height: Int) {
    let lines = lines(atMost: height)
    #expect(lines.count <= height)
    guard !lines.contains("all") else { return }
    #expect(lines.contains("streak"))
    for (name, count) in [("todo", 9), ("commit", 7), ("note", 2)] {
      let shown = lines.count { $0.hasPrefix("\(name) ") }
      let counted =
        shown == count || lines.contains("\(count - shown) more \(name)")
        || shown == 0 && lines.contains("\(name): \(count)")
      #expect(counted, "\(lines)")
      // The line that says that one row is hidden would be as high as the row.
      #expect(!lines.contains("1 more \(name)"))
    }
  }

  @Test func `the picture goes before a list loses what matters`() {
    let small = lines(atMost: 30)
    #expect(small.count { $0 == "#" } == 2, "\(small)")
    #expect(small.contains("todo 6") && small.contains("commit 4"), "\(small)")
    let none = lines(atMost: 24)
    #expect(!none.contains("#") && none.contains("todo 4"), "\(none)")
    #expect(none.contains("commit 2") && none.contains("note 1"), "\(none)")
  }

  @Test func `a tiny terminal says where the page is`() {
    #expect(lines(atMost: 1) == ["all"])
    #expect(lines(atMost: 2) == ["head", "all"])
    #expect(lines(atMost: 4) == ["head", "weather", "streak", "all"])
  }
}
