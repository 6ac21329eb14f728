import App
import Diary
import Journal
import Records
import Terminal
import Testing

@testable import Browse
@testable import Views

/// What is under the cursor is a record: it is found again wherever it is after a change.
@Suite struct SelectionTests {
  private typealias Stage = BrowseStage

  private func commit(_ number: Int) -> RepositoryCommit {
    var found = Stage.commit
    found.commit = Commit(
      sha: String(repeating: "\(number)", count: 40), subject: "Commit \(number)", author: "Octo",
      date: Stage.moment)
    return found
  }

  @Test func `a commit stays selected when others come before it`() {
    var state = Stage.state()
    Stage.press(&state, .text("4"))
    state.apply(Stage.commits([commit(1), commit(2)]))
    Stage.press(&state, .text("j"))
    let top = state.list.top
    state.apply(
      Stage.commits([commit(3), commit(1), commit(2)]))
    #expect(state.selectedCommit?.commit.subject == "Commit 2")
    #expect(state.list.top == top + 1)
  }

  @Test func `a result stays selected when the same words are searched again`() {
    var state = Stage.state()
    Stage.press(&state, .control("f"), .text("x"))
    func results(_ notes: [Int]) -> SearchResults {
      SearchResults(notes: notes.map(Stage.note), entries: [], toDos: [])
    }
    state.apply(.found(results([1, 2, 3]), [:], 1))
    Stage.press(&state, .enter, .text("j"), .text("j"))
    state.apply(.found(results([4, 1, 2, 3]), [:], 1))
    #expect(state.selectedNote?.title == "Note 3")
    // Other words begin at the first result.
    Stage.press(&state, .control("f"), .text("y"))
    state.apply(.found(results([5, 3]), [:], 2))
    #expect(state.selectedNote?.title == "Note 5")
  }

  @Test func `a list follows its row without moving it on the screen`() {
    var list = ListState()
    list.replace(with: (0..<50).map { .note(NoteSummary(Stage.note($0))) }, version: 1)
    list.select(20)
    list.top = 15
    list.replace(with: (-5..<50).map { .note(NoteSummary(Stage.note(100 + $0))) }, version: 2)
    #expect((list.selection, list.top) == (20, 15))
    list.replace(with: (90..<150).map { .note(NoteSummary(Stage.note($0))) }, version: 3)
    #expect((list.selection, list.top) == (25, 20))
  }

  @Test func `the target is what is under the cursor`() {
    var state = Stage.state()
    #expect(state.targetItem == .day(Stage.today))
    #expect(state.selectedRecord == .entry(Stage.today))
    Stage.press(&state, .text("2"), .text("j"))
    #expect(state.targetItem == .note(Stage.note(1).note.id))
    #expect(state.selectedRecord == .note(Stage.note(1).note.id))
  }
}
