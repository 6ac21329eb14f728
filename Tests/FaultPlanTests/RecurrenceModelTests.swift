import FaultPlan
import Testing

/// What the model expects of recurring to-dos. Today is 2026-11-21.
@Suite struct RecurrenceModelTests {
  private typealias ToDo = JournalState.ToDo

  private static func toDo(_ day: String, every: String = "day", number: Int = 1) -> ToDo {
    var toDo = ToDo("aaaaaaaaaaaaaa", day: day, number: number)
    toDo.every = every
    return toDo
  }

  /// A ledger with a recurring to-do, and the state that is found.
  private static func used(
    every: String = "day", on day: String = "2026-11-20"
  ) throws -> (ledger: Ledger, found: JournalState) {
    var found = JournalState()
    found.toDos["t1"] = toDo(day, every: every)
    var ledger = Ledger()
    try ledger.settle(
      [Attempt(.addRecurring("aaaaaaaaaaaaaa", every: every, day: day), .done)], found: found)
    return (ledger, found)
  }

  @Test(arguments: [
    ("day", "2026-11-19", "2026-11-22"), ("day", "2026-11-21", "2026-11-22"),
    ("week", "2026-11-19", "2026-11-26"), ("week", "2026-11-21", "2026-11-28"),
  ])
  func `a completed to-do is followed by the next occurrence`(
    _ every: String, _ day: String, _ next: String
  ) throws {
    var (ledger, found) = try Self.used(every: every, on: day)
    let done = Attempt(.markToDos(["t1"], isDone: true), .done)
    found.toDos["t1"]?.isDone = true
    var without = ledger
    #expect(throws: Contradiction.self) { try without.settle([done], found: found) }
    found.toDos["t2"] = Self.toDo(next, every: every, number: 2)
    try ledger.settle([done], found: found)
    // Nothing more happens if it is completed again.
    try ledger.settle([done], found: found)
  }

  @Test func `both changes have happened or neither`() throws {
    var (ledger, found) = try Self.used()
    let possible = Attempt(.markToDos(["t1"], isDone: true), .possible)
    try ledger.settle([possible], found: found)
    found.toDos["t2"] = Self.toDo("2026-11-22", number: 2)
    #expect(throws: Contradiction.self) { try ledger.settle([possible], found: found) }
    found.toDos["t1"]?.isDone = true
    try ledger.settle([possible], found: found)
  }
}
