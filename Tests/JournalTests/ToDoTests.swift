import Diary
import Platform
import Records
import TestSupport
import Testing

@testable import Journal

@Suite struct ToDoTests {
  private let place: JournalOnDisk
  private let day: Day
  private let now = Moment.test("2026-11-21T09:00:00+09:00")
  private let later = Moment.test("2026-11-21T23:59:00+09:00")

  init() throws {
    place = try JournalOnDisk()
    day = try #require(Day(iso: "2026-11-21"))
  }

  private var journal: Journal { place.journal }

  @discardableResult private func add(_ texts: String..., on day: Day? = nil) async throws -> [ToDo]
  {
    try await journal.add(texts, on: day ?? self.day, at: now)
  }

  /// Lines such as `1 text`, with an x before those that are done.
  private func list(_ day: Day? = nil) async throws -> [String] {
    let day = day ?? self.day
    return try await journal.toDos(ToDoFilter(since: day, until: day), on: day).map {
      "\($0.toDo.isDone ? "x " : "")\($0.toDo.number ?? 0) \($0.toDo.text)"
    }
  }

  private func found(_ word: String, _ filter: ToDoFilter = ToDoFilter()) async throws -> [String] {
    try await journal.search(SearchQuery([word]), filter).map(\.toDo.text)
  }

  // MARK: Numbers

  @Test(arguments: [2_932_897, -719_163])
  func `refuses a day outside the calendar`(number: Int) async throws {
    let place = try JournalOnDisk()
    let day = Day(number: number)
    let moment = Moment.test("2026-11-21T00:00:00Z")
    await #expect(throws: JournalError.dayOutOfRange) {
      try await place.journal.add(["x"], on: day, at: moment)
    }
    await #expect(throws: JournalError.dayOutOfRange) {
      try await place.journal.append("x", toEntryOf: day, at: moment)
    }
    let toDo = try await place.journal.add(["x"], on: moment.day, at: moment)[0]
    await #expect(throws: JournalError.dayOutOfRange) {
      try await place.journal.move([toDo.id], to: day, at: moment)
    }
  }

  @Test func `each to-do gets the smallest free number`() async throws {
    let added = try await add("one", "회고 쓰기", "three")
    #expect(added.map(\.number) == [1, 2, 3])
    #expect(added.allSatisfy { $0.day == day && $0.createdAt == now && $0.version == 1 })
    #expect(try await add("tomorrow", on: day + 1).map(\.number) == [4])
    #expect(try await list() == ["1 one", "2 회고 쓰기", "3 three"])
    let read = try await Journal(at: place.path, for: .reading).toDos(
      ToDoFilter(until: day), on: day)
    #expect(read.map(\.toDo) == added)
  }

  @Test func `a number is given again when the day is over on which a to-do was closed`()
    async throws
  {
    let toDos = try await add("one", "two", "three")
    try await change { journal in
      _ = try journal.deleteToDos([toDos[2].id], at: now)
      _ = try journal.finish([toDos[0].id], at: now)
      return try journal.add(["four"], on: day, at: now).map(\.number) == [4]
    }
    #expect(try await journal.toDo("1", on: day).toDo.id == toDos[0].id)
    await #expect(throws: JournalError.missing(.toDo("1"))) {
      try await journal.toDo("1", on: day + 1)
    }
    try await change(on: day + 1) { journal in
      try journal.add(["five", "six", "seven"], on: day, at: now).map(\.number) == [1, 3, 5]
    }
    // A closed one gets its own number back if it is free, else the smallest one.
    try await change(on: day + 1) { journal in
      _ = try journal.finish([journal.toDo("3", on: day + 1).toDo.id], on: day + 1, at: now)
      return try journal.reopen([toDos[0].id], at: now).map(\.number) == [6]
    }
    try await change(on: day + 2) { journal in
      try journal.restoreToDos([toDos[2].id], at: now).map(\.number) == [3]
    }
    for number in ["7", "0"] {
      await #expect(throws: JournalError.missing(.toDo(number))) {
        try await journal.toDo(number, on: day)
      }
    }
  }

  /// Makes a change, which has to be `true`.
  private func change(
    on today: Day? = nil, _ body: @Sendable (isolated Journal) throws -> Bool
  ) async throws {
    #expect(try await journal.make("test", on: today ?? day, at: now, body).result)
  }

  @Test func `concurrent writers get distinct numbers`() async throws {
    let path = place.path
    let day = day
    let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
      for writer in 0..<4 {
        group.addTask {
          let journal = try Journal(at: path, for: .writing)
          var numbers: [Int] = []
          for number in 0..<15 {
            let added = try await journal.add(
              ["\(writer)-\(number)", "second"], on: day, at: .test("2026-11-21T00:00:00Z"))
            numbers += added.compactMap(\.number)
            _ = try await journal.deleteToDos([added[1].id], at: .test("2026-11-21T00:00:00Z"))
          }
          return numbers
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.sorted() == Array(1...120))
    #expect(try await journal.problems().isEmpty)
  }

  // MARK: Finding a to-do

  @Test func `finds a to-do by its number or an id prefix`() async throws {
    let toDos = try await add("one", "two", "three", "four")
    for (index, id) in ["7kq2m9x4c1ab", "7kq2zzzzzzzz", "123456789abc", "3333zzzzzzzz"].enumerated()
    {
      try place.execute("UPDATE record SET id = '\(id)' WHERE number = \(index + 1)")
    }
    func text(_ typed: String) async throws -> String {
      try await journal.toDo(typed, on: day).toDo.text
    }
    #expect(try await text("2") == "two")
    #expect(try await text("002") == "two")
    #expect(try await text("7kq2m") == "one")
    #expect(try await text("7KQ2Z") == "two")
    // A number with as many digits as an id prefix is an id if the list has no such number.
    #expect(try await text("1234") == "three")
    #expect(try await text("3333") == "four")
    #expect(try await journal.toDo("1", on: day).shortID == "7kq2m")
    // A short number is never an id.
    await #expect(throws: JournalError.missing(.toDo("12"))) {
      try await journal.toDo("12", on: day)
    }
    await #expect(
      throws: JournalError.ambiguous(.toDo("7kq"), candidates: ["7kq2m", "7kq2z"])
    ) { try await journal.toDo("7kq", on: day) }
    for typed in ["", "u", "7kq2m9x4c1abc", "1 ", "-1", "１", "99999999999999999999"] {
      await #expect(throws: JournalError.missing(.toDo(typed))) {
        try await journal.toDo(typed, on: day)
      }
    }
    _ = try await journal.deleteToDos([Identifier(stored: "7kq2m9x4c1ab")], at: later)
    await #expect(throws: JournalError.deleted(.toDo("1"), id: "7kq2m")) {
      try await journal.toDo("1", on: day)
    }
    #expect(try await journal.toDo("1", on: day, deleted: true).toDo.text == "one")
    #expect(toDos.count == 4)
  }

  @Test func `a number takes precedence over an id of digits`() async throws {
    try await add("the 1234th")
    try place.execute("UPDATE todo_number SET number = 1234")
    try place.execute("UPDATE record SET place = 1234")
    let other = try await add("other")[0]
    try place.execute("UPDATE record SET id = '123400000000' WHERE id = '\(other.id.text)'")
    #expect(try await journal.toDo("1234", on: day).toDo.text == "the 1234th")
    #expect(try await journal.toDo("12340", on: day).toDo.text == "other")
  }

  // MARK: Done and undone

  @Test func `lists open to-dos in order, then done ones`() async throws {
    let toDos = try await add("one", "two", "three", "four")
    let done = try await journal.finish([toDos[2].id, toDos[0].id], at: later)
    #expect(done.map(\.doneAt) == [later, later])
    #expect(try await list() == ["2 two", "4 four", "x 1 one", "x 3 three"])
    let again = try await journal.finish([toDos[0].id], at: now)
    #expect(again.map(\.doneAt) == [later], "the first time counts")
    #expect(
      try await journal.reopen([toDos[0].id, toDos[1].id], at: later) == [toDos[0], toDos[1]])
    #expect(try await list() == ["1 one", "2 two", "4 four", "x 3 three"])
    #expect(
      try await journal.toDos(ToDoFilter(isDone: true), on: day).map(\.toDo.text) == ["three"])
    #expect(try await journal.openToDos(on: day).map(\.toDo.number) == [1, 2, 4])
  }

  @Test func `finds to-dos done on a day in any list`() async throws {
    let toDos = try await add("one", "two") + add("old", on: day - 3)
    _ = try await journal.finish([toDos[2].id], at: now)
    _ = try await journal.finish([toDos[0].id], at: later)
    _ = try await journal.finish([toDos[1].id], at: .test("2026-11-22T00:01:00+09:00"))
    #expect(
      try await journal.toDosDone(from: day, to: day).map(\.toDo.text) == ["old", "one"])
    #expect(try await journal.toDosDone(from: day + 1, to: day + 9).map(\.toDo.text) == ["two"])
    _ = try await journal.reopen([toDos[2].id], at: later)
    _ = try await journal.deleteToDos([toDos[0].id], at: later)
    #expect(try await journal.toDosDone(from: day, to: day).isEmpty)
  }

  @Test func `changes all of several to-dos or none`() async throws {
    let toDos = try await add("one", "two")
    let none = Identifier(stored: "000000000000")
    let error = JournalError.missing(.toDo(none.text))
    let ids = [toDos[0].id, none]
    await #expect(throws: error) { try await journal.finish(ids, at: now) }
    await #expect(throws: error) { try await journal.reopen(ids, at: later) }
    await #expect(throws: error) { try await journal.deleteToDos(ids, at: now) }
    await #expect(throws: error) { try await journal.restoreToDos(ids, at: now) }
    await #expect(throws: error) { try await journal.move(ids, to: day + 1, at: now) }
    await #expect(throws: error) { try await journal.purgeToDos(ids) }
    await #expect(throws: error) { try await journal.history(of: .toDo(none)) }
    #expect(try await list() == ["1 one", "2 two"])
    #expect(try await add("three").map(\.number) == [3])
  }

  // MARK: Editing, deleting, restoring

  @Test func `an edit keeps the old version and rejects a concurrent edit`() async throws {
    let toDo = try await add("one")[0]
    let edited = try await journal.editToDo(
      toDo.id, to: ToDo.Details(text: "하나"), basedOn: 1, at: later)
    #expect(edited.version == 2 && edited.text == "하나" && edited.number == 1)
    #expect(
      try await journal.history(of: .toDo(toDo.id)).map {
        "\($0.number) \($0.text.body) \($0.savedAt)"
      } == [
        "1 one \(now)", "2 하나 \(later)",
      ])
    await #expect(throws: JournalError.changedMeanwhile(.toDo(toDo.id.text))) {
      try await journal.editToDo(toDo.id, to: ToDo.Details(text: "mine"), basedOn: 1, at: later)
    }
    #expect(
      try await journal.editToDo(toDo.id, to: ToDo.Details(text: "하나"), basedOn: 2, at: now)
        == edited)
    #expect(try await found("하나") == ["하나"])
    #expect(try await found("one") == [])
    _ = try await journal.deleteToDos([toDo.id], at: later)
    await #expect(throws: JournalError.changedMeanwhile(.toDo(toDo.id.text))) {
      try await journal.editToDo(toDo.id, to: ToDo.Details(text: "mine"), basedOn: 2, at: later)
    }
    let restored = try await journal.restoreToDos([toDo.id], version: 1, at: later)[0]
    #expect(restored.text == "one" && restored.version == 3 && restored.deletedAt == nil)
    await #expect(throws: JournalError.noVersion(.toDo(toDo.id.text), version: 4)) {
      try await journal.restoreToDos([toDo.id], version: 4, at: later)[0]
    }
    #expect(try await found("one") == ["one"])
  }

  @Test func `a deleted to-do can be restored with its number`() async throws {
    let toDos = try await add("one", "two")
    let deleted = try await journal.deleteToDos([toDos[0].id], at: later)
    #expect(deleted.map(\.deletedAt) == [later])
    #expect(try await list() == ["2 two"])
    #expect(try await journal.counts().toDos == 1)
    #expect(try await found("one") == [])
    var filter = ToDoFilter()
    filter.isDeleted = true
    #expect(try await journal.toDos(filter, on: day).map(\.toDo.text) == ["one"])
    #expect(try await found("one", filter) == ["one"])
    #expect(try await journal.restoreToDos(toDos.map(\.id), at: now) == toDos)
    #expect(try await list() == ["1 one", "2 two"])
  }

  @Test func `a purged to-do leaves nothing in the files`() async throws {
    let toDos = try await add("kept", "secretword")
    _ = try await journal.editToDo(
      toDos[1].id, to: ToDo.Details(text: "hunter2pass"), basedOn: 1, at: later)
    try await journal.purgeToDos([toDos[1].id])
    for name in try File.list(place.folder.path) {
      let text = String(decoding: try File.read(place.folder.file(name)), as: UTF8.self)
      for word in ["secretword", "hunter2pass"] { #expect(!text.contains(word), "\(name)") }
    }
    #expect(try await list() == ["1 kept"])
    #expect(try await journal.problems().isEmpty)
  }

  // MARK: Several days

  @Test func `nothing that is due or whose day has come is hidden`() async throws {
    var random = SystemRandomNumberGenerator()
    var state: [(id: Identifier, day: Day, due: Day?, doneOn: Day?)] = []
    for _ in 0..<1000 {
      let own = day + Int.random(in: -400...400, using: &random)
      let due = Bool.random(using: &random) ? day + Int.random(in: -400...400, using: &random) : nil
      let toDo = try await journal.add([ToDo.Details(text: "x", due: due)], on: own, at: now)[0]
      var doneOn: Day?
      if Int.random(in: 0..<4, using: &random) == 0 {
        doneOn = day + Int.random(in: -2...0, using: &random)
        _ = try await journal.finish([toDo.id], on: doneOn, at: now)
      }
      state.append((toDo.id, own, due, doneOn))
    }
    for today in [day - 200, day, day + 1, day + 200] {
      let listed = Set(try await journal.toDos(listedOn: today).map(\.toDo.id))
      for toDo in state {
        let hasCome = toDo.day <= today || toDo.due.map { $0 <= today } ?? false
        #expect(
          listed.contains(toDo.id) == (toDo.doneOn.map { $0 == today } ?? hasCome), "\(toDo)")
      }
    }
  }

  @Test func `moving to the same day changes nothing`() async throws {
    let toDos = try await add("one", "two")
    #expect(try await journal.move([toDos[0].id], to: day, at: now) == [toDos[0]])
    let moved = try await journal.move(toDos.map(\.id), to: day + 1, at: now)
    #expect(moved.map(\.number) == [1, 2] && moved.allSatisfy { $0.day == day + 1 })
    #expect(try await list() == [])
  }

  @Test func `searches to-dos like notes`() async throws {
    try await add("주간회고 쓰기", "review the parser")
    try await add("회고 보내기", on: day + 1)
    #expect(try await found("회고") == ["회고 보내기", "주간회고 쓰기"])
    #expect(try await found("REV") == ["review the parser"])
    #expect(try await found("회고", ToDoFilter(until: day)) == ["주간회고 쓰기"])
    #expect(try await found("회고", ToDoFilter(limit: 1)).count == 1)
    #expect(try await found("*") == [])
  }
}

extension Journal {
  fileprivate func purgeToDos(_ ids: [Identifier]) throws(JournalError) {
    try purge(ids.map { .toDo($0) })
  }
}
