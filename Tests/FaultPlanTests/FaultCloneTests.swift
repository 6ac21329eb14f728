import FaultPlan
import Testing

/// The model of notes that are moved, and of the hook in the clone of a round.
@Suite struct FaultCloneTests {
  private typealias Text = JournalState.Text

  private let state: JournalState = {
    var state = JournalState()
    state.notes["n1"] = JournalState.Writing([Text("a", "b")])
    return state
  }()

  @Test func `a note that is moved gets a version, and keeps its commit when it is edited`() {
    let moved = state.applying(.moveNote("n1", to: "aa"), found: state)
    #expect(moved.notes["n1"]?.texts == [Text("a", "b"), Text("a", "b", commit: "aa")])
    #expect(moved.applying(.moveNote("n1", to: "aa"), found: state) == moved)
    let edited = moved.applying(.editNote("n1", Text("c", "d")), found: state)
    #expect(edited.notes["n1"]?.text == Text("c", "d", commit: "aa"))
    let restored = edited.applying(.restoreNoteVersion("n1", 1), found: state)
    #expect(restored.notes["n1"]?.text == Text("a", "b"))
    #expect(!moved.differences(from: state).isEmpty)
  }

  @Test func `the hook of the user is at one of two places`() {
    let (old, new) = ("#!/bin/sh\nexit 0\n", "#!/bin/sh\ncommitdiary\n# 1\n")
    #expect(FaultClone.faults(hook: old, previous: nil).isEmpty)
    #expect(FaultClone.faults(hook: new, previous: old).isEmpty)
    #expect(FaultClone.faults(hook: nil, previous: old).isEmpty)
    #expect(!FaultClone.faults(hook: new, previous: nil).isEmpty)
    #expect(!FaultClone.faults(hook: "", previous: old).isEmpty)
    #expect(!FaultClone.faults(hook: new, previous: "#!").isEmpty)
  }
}
