import Diary
import Terminal
import Testing
import Views

@testable import Browse

/// Lines that were typed before, and days, months and years in a line.
@Suite struct HistoryTests {
  private typealias Stage = BrowseStage

  @Test func `a command line begins empty, and Up brings earlier ones back`() {
    var state = Stage.state()
    state.isCommand = { $0 == "tags" }
    Stage.press(&state, .text(":"), .text("tags"), .enter, .text(":"), .text("nonsense"), .enter)
    #expect(state.prompt?.line.text == "")
    Stage.press(&state, .up)
    #expect(state.prompt?.line.text == "nonsense")
    Stage.press(&state, .up, .up)
    #expect(state.prompt?.line.text == "tags")
    Stage.press(&state, .down, .down)
    #expect(state.prompt?.line.text == "")
    // A line that was begun is not replaced.
    Stage.press(&state, .text("to"), .up)
    #expect(state.prompt?.line.text == "to")
  }

  @Test func `Up in an empty search brings earlier words back, and moves in results else`() {
    var state = Stage.state()
    Stage.press(&state, .control("f"), .text("cache"), .escape, .control("f"))
    #expect(state.prompt?.line.text == "")
    #expect(Stage.press(&state, .up) == [.search("cache", 2)])
    state.apply(.found(.init(notes: [], entries: [], toDos: Stage.toDos), [:], 2))
    Stage.press(&state, .down)
    #expect(state.prompt?.line.text == "")
    Stage.press(&state, .text("w"))
    state.apply(.found(.init(notes: [], entries: [], toDos: Stage.toDos), [:], 4))
    Stage.press(&state, .down)
    #expect(state.prompt?.line.text == "w")
    #expect(state.list.selection == 1)
  }

  @Test func `a text of the diary is kept`() {
    var state = Stage.state()
    Stage.press(&state, .text("a"), .text("milk"), .escape, .text("a"))
    #expect(state.prompt?.line.text == "milk")
    Stage.press(&state, .up)
    #expect(state.prompt?.line.text == "milk")
  }

  @Test(
    arguments: [
      ("en_US", "march", "2026-03-01", "2026-03-31"),
      ("en_US", "2026-03", "2026-03-01", "2026-03-31"),
      ("en_US", "last march", "2026-03-01", "2026-03-31"),
      ("ko_KR", "2025년", "2025-01-01", "2025-12-31"), ("ja_JP", "先月", "2026-10-01", "2026-10-31"),
    ])
  func `marks the days of a month or a year`(
    language: String, typed: String, first: String, last: String
  ) {
    var state = Stage.state(language)
    Stage.press(&state, .text(":"), .text(typed), .enter)
    #expect(state.prompt == nil)
    #expect(state.marked == Day(iso: first)!...Day(iso: last)!)
    #expect(state.day == Day(iso: first))
  }
}
