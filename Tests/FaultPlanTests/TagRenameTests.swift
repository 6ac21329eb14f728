import JSON
import Testing

@testable import FaultPlan

@Suite struct TagRenameTests {
  private typealias Text = JournalState.Text

  @Test func `a rename adds a version to every text with the tag`() {
    var state = JournalState()
    state.notes["n1"] = JournalState.Writing([Text("a", "x #alpha")])
    state.notes["n2"] = JournalState.Writing([Text("b", "y #alpha")], isDeleted: true)
    state.notes["n3"] = JournalState.Writing([Text("c", "z #beta")])
    state.entries["2026-11-20"] = JournalState.Writing([Text("d", "#alpha\n\nmore")])
    let renamed = state.applying(.renameTag("alpha", to: "beta"), found: state)
    #expect(renamed.notes["n1"]?.texts.map(\.body) == ["x #alpha", "x #beta"])
    #expect(renamed.notes["n2"]?.text.body == "y #beta" && renamed.notes["n2"]?.isDeleted == true)
    #expect(renamed.notes["n3"] == state.notes["n3"])
    #expect(renamed.entries["2026-11-20"]?.text.body == "#beta\n\nmore")
    #expect(renamed.tags == ["beta"])
  }

  @Test func `a text that lost its tags in a repair is not renamed`() throws {
    var found = JournalState()
    try found.addNotes([
      "notes": [
        ["id": "n1", "title": "a", "body": "x #alpha", "tags": [], "deletedAt": .null]
      ]
    ])
    #expect(found.tags == [])
    #expect(found.applying(.renameTag("alpha", to: "beta"), found: found) == found)
  }
}
