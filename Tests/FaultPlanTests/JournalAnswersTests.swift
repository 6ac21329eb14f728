import FaultPlan
import JSON
import Testing

@Suite struct JournalAnswersTests {
  private func parsed(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  @Test func `reads lists into a state`() throws {
    var state = JournalState()
    try state.addNotes(
      parsed(#"{"notes":[{"id":"a","title":"t","body":"b","deletedAt":null}]}"#))
    try state.addNotes(
      parsed(#"{"notes":[{"id":"c","title":"t","body":"","deletedAt":"2026-11-21T08:00:00Z"}]}"#))
    try state.addEntries(
      parsed(#"{"entries":[{"day":"2026-11-20","title":"t","body":"b","deletedAt":null}]}"#))
    try state.addToDos(
      parsed(
        """
        {"todos":[{"id":"d","day":"2026-11-20","number":3,"text":"x","done":true,"deletedAt":null}]}
        """))
    state.addSettings(try parsed(#"{"week.start":"mon"}"#))

    var expected = JournalState()
    expected.notes["a"] = JournalState.Writing([JournalState.Text("t", "b")])
    expected.notes["c"] = JournalState.Writing([JournalState.Text("t", "")], isDeleted: true)
    expected.entries["2026-11-20"] = JournalState.Writing([JournalState.Text("t", "b")])
    expected.toDos["d"] = JournalState.ToDo("x", day: "2026-11-20", number: 3, isDone: true)
    expected.settings["week.start"] = "mon"
    #expect(state == expected)
  }

  @Test func `refuses duplicates in a list`() throws {
    var state = JournalState()
    let list = try parsed(#"{"notes":[{"id":"a","title":"t","body":"b","deletedAt":null}]}"#)
    try state.addNotes(list)
    #expect(throws: UnexpectedAnswer.self) { try state.addNotes(list) }
    #expect(throws: UnexpectedAnswer.self) { try state.addEntries(list) }
  }

  @Test func `reads every version in order`() throws {
    var writing = JournalState.Writing([])
    try writing.takeVersions(
      parsed(
        #"{"versions":[{"version":1,"title":"t","body":"b"},{"version":2,"title":"u","body":""}]}"#)
    )
    #expect(writing.texts == [JournalState.Text("t", "b"), JournalState.Text("u", "")])
    #expect(!writing.hasGaps)
    try writing.takeVersions(parsed(#"{"versions":[{"version":2,"title":"t","body":"b"}]}"#))
    #expect(writing.hasGaps)
    #expect(throws: UnexpectedAnswer.self) {
      try writing.takeVersions(
        parsed(
          #"{"versions":[{"version":2,"title":"","body":""},{"version":1,"title":"","body":""}]}"#))
    }
  }
}
