import App
import Context
import Diary
import Journal
import Terminal
import Testing

@testable import Browse
@testable import Views

/// Days that are marked, by keys and by the mouse.
@Suite struct SpanTests {
  private typealias Stage = BrowseStage

  @Test func `marks days and sums them`() {
    var state = Stage.state()
    Stage.press(&state, .text("v"), .text("k"), .text("k"))
    #expect(state.marked == Stage.today - 2...Stage.today)
    #expect(state.subject == .span(Stage.today - 2, Stage.today))
    Stage.press(&state, .text("e"))
    #expect(state.remark?.isFailure == true)
    Stage.press(&state, .escape)
    #expect(state.marked == nil)
    #expect(state.day == Stage.today - 2)
  }

  @Test func `opens the lines of a digest`() {
    var state = Stage.state()
    Stage.press(&state, .text("v"), .text("k"), .enter)
    #expect(state.missingDigest == .digest(Stage.today - 1...Stage.today))
    #expect(Stage.lines(state).contains { $0.contains("Reading…") })
    #expect(
      state.log.last?.line == "commitdiary digest --since 2026-11-20 --until 2026-11-21")
    let record = DayRecord(
      day: Stage.today, notes: [Stage.note(7)], toDos: Stage.toDos, commits: [Stage.commit])
    state.apply(.digest(Stage.today - 1...Stage.today, [record]))
    Stage.fill(&state)
    #expect(state.missingDigest == nil)
    Stage.press(&state, .text("j"))
    #expect(state.page.cursor == .day(Stage.today))
    Stage.press(&state, .text("j"))
    #expect(state.selectedCommit?.commit.sha == Stage.commit.commit.sha)
    Stage.press(&state, .text("j"), .text("j"))
    #expect(
      Stage.changes(Stage.press(&state, .text(" "))) == [.finishToDos([Stage.toDos[0].toDo.id])])
    Stage.press(&state, .text("k"), .enter)
    #expect(state.subject == .note(Stage.note(7).note.id))
    // Back to the digest, and from there to the marked days.
    Stage.press(&state, .escape)
    #expect(state.subject == .digest(Stage.today - 1, Stage.today))
    Stage.press(&state, .escape)
    #expect(state.marked == Stage.today - 1...Stage.today)
  }

  @Test func `adds up the days of a span`() {
    let today = Stage.today
    let sums = SpanSums(
      today - 2...today,
      [
        today: DayCounts(hasEntry: true, notes: 2, openToDos: 1, doneToDos: 3, commits: 5),
        today - 1: DayCounts(hasEntry: true, commits: 2), today - 3: DayCounts(commits: 100),
      ])
    #expect(
      sums.lines(in: Stage.context()).map(\.plain) == [
        "Active on 2 of 3 days.", "", "  7  Commits", "  2  Diary entries", "  2  Notes",
        "  3  Completed to-dos", "  1  Open to-dos", "", "Press Enter for a summary of these days.",
      ])
  }

  @Test func `marks the days that the mouse is dragged over`() {
    var state = Stage.state()
    let area = state.layout.contents(of: .year)
    var screen = state.context.screen
    screen.width = area.width
    let heatmap = state.yearHeatmap(state.layout.yearStyle)
    func event(_ kind: MouseEvent.Kind, _ day: Day) -> Key {
      let place = heatmap.position(of: day, on: screen)!
      return .mouse(
        MouseEvent(
          kind, row: area.rows.lowerBound + place.line,
          column: area.columns.lowerBound + place.column))
    }
    // Compact styles draw two days in a cell, of which the first one is found.
    func shown(_ day: Day) -> Day {
      let place = heatmap.position(of: day, on: screen)!
      return heatmap.day(atLine: place.line, column: place.column, on: screen)!
    }
    let first = shown(Stage.today - 20)
    let last = shown(Stage.today - 6)
    Stage.press(&state, event(.press, first), event(.drag, last), event(.release, last))
    #expect(state.marked == first...last)
    Stage.press(&state, event(.press, last), event(.release, last))
    #expect(state.marked == nil)
  }

  @Test func `marks rows of the list that the mouse is dragged over`() {
    var state = Stage.state()
    let row = state.layout.listRows.rows.lowerBound
    Stage.press(
      &state, .mouse(MouseEvent(.press, row: row, column: 3)),
      .mouse(MouseEvent(.drag, row: row + 4, column: 3)))
    #expect(state.marked.map { $0.upperBound - $0.lowerBound } == 4)
  }
}
