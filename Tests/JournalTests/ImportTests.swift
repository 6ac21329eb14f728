import Diary
import TestSupport
import Testing

@testable import Journal

@Suite struct ImportTests {
  private let place: JournalOnDisk
  private let day: Day
  private let now = Moment.test("2026-11-21T09:00:00+09:00")
  private let seoul: (Instant) -> Int = { _ in 9 * 3600 }

  init() throws {
    place = try JournalOnDisk()
    day = try #require(Day(iso: "2026-11-21"))
  }

  private var journal: Journal { place.journal }

  /// Imports to-dos. Returns the added texts, and the number of to-dos that were known.
  private func take(_ todoTxt: String, on day: Day? = nil) async throws -> ([String], Int) {
    let toDos = try TodoTxt.read(todoTxt, now: now, offset: seoul)
    let result = try await journal.importToDos(toDos, on: day ?? self.day, at: now)
    return (
      result.added.map { "\($0.day) \($0.number.map { "\($0)" } ?? "-") \($0.text)" }, result.known
    )
  }

  private func takeTasks(_ text: String) async throws -> ([ToDo], Int) {
    let toDos = try Taskwarrior.read(text, now: now, offset: seoul).toDos
    let result = try await journal.importToDos(toDos, on: day, at: now)
    return (result.added, result.known)
  }

  @Test func `a to-do done before its day is imported unchanged`() async throws {
    let early = try await journal.add(["ship it"], on: day + 3, at: now)
    _ = try await journal.finish(early.map(\.id), on: day, at: now)
    let file = TodoTxt.write(try await all())
    #expect(file == "x 2026-11-21 2026-11-21 ship it t:2026-11-24\n")
    let again = try await take(file)
    #expect(again.0 == [] && again.1 == 1)
    // An open to-do on that day is a different one.
    #expect(try await take("2026-11-21 ship it\n").0 == ["2026-11-21 2 ship it"])
  }

  @Test func `completion after midnight counts for the day that has not ended`()
    async throws
  {
    let task = #"""
      {"description":"late","status":"completed","entry":"20261120T170000Z",\#
      "end":"20261120T173000Z"}
      """#
    let toDos = try Taskwarrior.read(task, now: now, dayEndsAt: 4, offset: seoul).toDos
    let added = try await journal.importToDos(toDos, on: day, at: now, dayEndsAt: 4).added
    #expect(added.map(\.day) == [day - 1] && added.map(\.doneOn) == [day - 1])
    let calendar = try Taskwarrior.read(task, now: now, offset: seoul).toDos
    #expect(calendar.map(\.day) == [day])
  }

  private func all() async throws -> [ToDo] {
    try await journal.toDos(ToDoFilter(), on: day).map(\.toDo)
  }

  @Test func `importing a list twice adds nothing`() async throws {
    let list = """
      buy milk
      2026-11-20 call
      x 2026-11-19 2026-11-18 done
      x 2026-11-17 done without a day
      buy milk

      """
    let first = try await take(list)
    #expect(
      first.0 == [
        "2026-11-21 1 buy milk", "2026-11-20 2 call", "2026-11-18 - done",
        "2026-11-17 - done without a day", "2026-11-21 3 buy milk",
      ])
    #expect(first.1 == 0)
    let second = try await take(list)
    #expect(second.0 == [] && second.1 == 5)
    let toDos = try await all()
    _ = try await journal.carryToDos(to: day, at: now)
    for toDo in toDos {
      _ = try await journal.editToDo(toDo.id, to: ToDo.Details(text: "other"), basedOn: 1, at: now)
    }
    _ = try await journal.deleteToDos([toDos[0].id, toDos[1].id], at: now)
    let tomorrow = try await take(list, on: day + 1)
    #expect(tomorrow.0 == [] && tomorrow.1 == 5)
    #expect(try await take(list + "buy milk\n").0 == ["2026-11-21 4 buy milk"])
    #expect(try await journal.problems().isEmpty)
  }

  @Test func `importing an own export adds nothing`() async throws {
    let added = try await journal.add(["(A) one", "two", "two"], on: day, at: now)
    _ = try await journal.finish([added[2].id], at: now)
    let here = try await all()
    let again = try await take(TodoTxt.write(here))
    #expect(again.0 == [] && again.1 == 3)
    let tasks = try await takeTasks(Taskwarrior.write(here, offset: seoul))
    #expect(tasks.0 == [] && tasks.1 == 3)
    _ = try await journal.move([added[0].id], to: day + 3, at: now)
    #expect(try await takeTasks(Taskwarrior.write(here, offset: seoul)).1 == 3)
    #expect(try await all().count == 3)
  }

  @Test func `an export can be imported into another journal`() async throws {
    let added = try await journal.add(["(A) one +p", "회고"], on: day - 1, at: now)
    _ = try await journal.finish([added[1].id], at: now)
    let here = try await all()
    let other = try JournalOnDisk()
    let tasks = try Taskwarrior.read(
      Taskwarrior.write(here, offset: seoul), now: now, offset: seoul)
    let result = try await other.journal.importToDos(tasks.toDos, on: day, at: now)
    #expect(result.added.map(\.text) == here.map(\.text))
    #expect(result.added.map(\.day) == here.map(\.day))
    #expect(result.added.map(\.doneAt) == here.map(\.doneAt))
    // Imported back, the to-dos are recognized.
    let back = Taskwarrior.write(result.added, offset: seoul)
    #expect(try await takeTasks(back).1 == 2)
  }

  @Test func `an imported task keeps its UUID`() async throws {
    let uuid = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
    let line = #"{"description":"one","entry":"20261120T000000Z","uuid":"\#(uuid)"}"#
    let (added, _) = try await takeTasks(line)
    #expect(added.map(\.uuid) == [uuid])
    let toDo = try #require(added.first)
    _ = try await journal.editToDo(toDo.id, to: ToDo.Details(text: "two"), basedOn: 1, at: now)
    #expect(try await takeTasks(line.uppercasedUUID(uuid)).1 == 1)
    let text = Taskwarrior.write(try await all(), offset: seoul)
    #expect(text.contains(uuid) && text.contains(#""description":"two""#))
    #expect(try await journal.search(SearchQuery(["two"]), ToDoFilter()).count == 1)
  }

  @Test func `a completion date in the future becomes now`() async throws {
    _ = try await take("x 2026-11-21 2026-11-21 early\n2026-12-24 party\n")
    let toDos = try await all()
    #expect(toDos.map(\.doneAt) == [now, nil])
    #expect(toDos.map(\.createdAt) == [now, now])
  }
}

extension String {
  fileprivate func uppercasedUUID(_ uuid: String) -> String {
    split(separator: uuid, omittingEmptySubsequences: false).joined(separator: uuid.uppercased())
  }
}
