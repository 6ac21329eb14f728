import FaultPlan
import Testing

@Suite struct LedgerTests {
  private typealias Text = JournalState.Text
  private typealias Writing = JournalState.Writing
  private typealias ToDo = JournalState.ToDo

  private static let one = Text("aaaaaaaaaaaaaa", "first")
  private static let two = Text("bbbbbbbbbbbbbb", "second")

  /// A ledger with two notes, an entry and a to-do.
  private static func used() throws -> (ledger: Ledger, found: JournalState) {
    var found = JournalState()
    found.notes = ["n1": Writing([one]), "n2": Writing([two])]
    found.entries = ["2026-11-20": Writing([Text("cccccccccccccc", "")])]
    found.toDos = ["t1": ToDo("dddddddddddddd", day: "2026-11-20", number: 1)]
    var ledger = Ledger()
    try ledger.settle(
      [
        Attempt(.addNote(one), .done), Attempt(.addNote(two), .done),
        Attempt(.appendToEntry("2026-11-20", "cccccccccccccc"), .done),
        Attempt(.addToDos(["dddddddddddddd"], day: "2026-11-20"), .done),
      ], found: found)
    return (ledger, found)
  }

  @Test func `reports a lost acknowledged change`() throws {
    var (ledger, found) = try Self.used()
    found.notes["n1"] = nil
    #expect(throws: Contradiction.self) { try ledger.settle([], found: found) }
    let added = Attempt(.addNote(Text("eeeeeeeeeeeeee", "")), .done)
    let (_, before) = try Self.used()
    #expect(throws: Contradiction.self) { try ledger.settle([added], found: before) }
  }

  @Test func `reports unexpected data`() throws {
    var (ledger, found) = try Self.used()
    found.notes["n3"] = Writing([Text("x", "y")])
    #expect(throws: Contradiction.self) { try ledger.settle([], found: found) }
  }

  @Test func `a killed change may be present or absent`() throws {
    let edited = Attempt(.editNote("n1", Self.two), .possible)
    var (ledger, found) = try Self.used()
    #expect(try ledger.settle([edited], found: found) == [])
    found.notes["n1"] = Writing([Self.two])
    #expect(try ledger.settle([edited], found: found) == [edited.change])
    #expect(ledger.state.notes["n1"]?.texts == [Self.one, Self.two])
  }

  @Test func `reports a partial change`() throws {
    var (ledger, found) = try Self.used()
    found.notes["n1"]?.isDeleted = true
    let deleted = Attempt(.deleteNotes(["n1", "n2"]), .possible)
    #expect(throws: Contradiction.self) { try ledger.settle([deleted], found: found) }
  }

  @Test func `reports a refused change that is present`() throws {
    var (ledger, found) = try Self.used()
    found.notes["n1"]?.isDeleted = true
    let deleted = Attempt(.deleteNotes(["n1"]), .refused)
    #expect(throws: Contradiction.self) { try ledger.settle([deleted], found: found) }
  }

  @Test func `of two concurrent changes one may be present`() throws {
    var (ledger, found) = try Self.used()
    let text = Text("eeeeeeeeeeeeee", "")
    found.notes["n3"] = Writing([text])
    let happened = try ledger.settle(
      [Attempt(.addNote(text), .done), Attempt(.deleteNotes(["n1"]), .possible)], found: found)
    #expect(happened == [.addNote(text)])
  }

  @Test func `reports a number that was given twice or has changed`() throws {
    var (ledger, found) = try Self.used()
    found.toDos["t1"] = ToDo("dddddddddddddd", day: "2026-11-21", number: 3)
    let moved = Attempt(.moveToDos(["t1"], to: "2026-11-21"), .done)
    #expect(throws: Contradiction.self) { try ledger.settle([moved], found: found) }
    found.toDos["t1"]?.number = 1
    try ledger.settle([moved], found: found)
    found.toDos["t2"] = ToDo("ffffffffffffff", day: "2026-11-20", number: 1)
    let added = Attempt(.addToDos(["ffffffffffffff"], day: "2026-11-20"), .done)
    #expect(throws: Contradiction.self) { try ledger.settle([added], found: found) }
    found.toDos["t2"]?.number = 2
    #expect(throws: Never.self) { try ledger.settle([added], found: found) }
  }

  @Test func `expects every text of a note until purged`() throws {
    var (ledger, found) = try Self.used()
    ledger.remember(.editNote("n1", Text("eeeeeeeeeeeeee", "words of a sentence")))
    ledger.remember(draft: "ffffffffffffff", of: "n1")
    #expect(ledger.secrets["n1"] == ["aaaaaaaaaaaaaa", "eeeeeeeeeeeeee", "ffffffffffffff"])
    found.notes["n1"] = nil
    try ledger.settle([Attempt(.purgeNotes(["n1"]), .done)], found: found)
    #expect(ledger.secrets["n1"] == nil)
    #expect(ledger.drafted == [])
  }

  @Test func `a damaged journal may contain only written texts`() throws {
    var (ledger, found) = try Self.used()
    ledger.remember(.addNote(Self.one))
    found = JournalState()
    found.notes["n1"] = Writing([Self.one])
    try ledger.adopt(found)
    #expect(ledger.state == found)
    found.notes["n1"] = Writing([Text("aaaaaabaaaaaaa", "first")])
    #expect(throws: Contradiction.self) { try ledger.adopt(found) }
    try ledger.adopt(found, changed: ["n1"])
    #expect(ledger.state == found)
  }
}
