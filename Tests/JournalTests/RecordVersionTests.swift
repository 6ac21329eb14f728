import Diary
import Records
import SQLite
import TestSupport
import Testing

@testable import Journal

@Suite struct RecordVersionTests {
  private let place: JournalOnDisk
  private let now = Moment.test("2026-11-21T09:00:00+09:00")
  private var day: Day { now.day }

  init() throws { place = try JournalOnDisk() }

  /// The states of all records, oldest first, with the values of a column.
  private func states(_ column: String) throws -> [Value] {
    try Connection(path: place.path, mode: .readWrite).rows(
      """
      SELECT \(column), clock FROM record_version UNION ALL SELECT \(column), clock FROM record
      ORDER BY clock
      """
    ) { $0.values[0] }
  }

  @Test func `every change of a to-do is a version of its whole state`() async throws {
    let journal = place.journal
    let toDo = try await journal.add(["one"], on: day, at: now)[0]
    var details = toDo.details
    details.due = day + 3
    _ = try await journal.editToDo(toDo.id, to: details, basedOn: toDo.version, at: now)
    _ = try await journal.finish([toDo.id], at: now)
    _ = try await journal.reopen([toDo.id], at: now)
    _ = try await journal.move([toDo.id], to: day + 1, at: now)
    _ = try await journal.deleteToDos([toDo.id], at: now)
    // Nothing changes.
    _ = try await journal.deleteToDos([toDo.id], at: now)
    let restored = try await journal.restoreToDos([toDo.id], at: now)
    #expect(try states("due").map { $0 != .null } == [false] + .init(repeating: true, count: 6))
    #expect(try states("done_at").map { $0 != .null } == [0, 0, 1, 0, 0, 0, 0].map { $0 == 1 })
    #expect(try states("day - \(day.number)") == [0, 0, 0, 0, 1, 1, 1])
    #expect(try states("deleted_at").map { $0 != .null } == [0, 0, 0, 0, 0, 1, 0].map { $0 == 1 })
    // The text is the same, so it has one version to the user.
    #expect(restored[0].version == 1)
    #expect(try await journal.history(of: .toDo(toDo.id)).count == 1)
    #expect(try await journal.problems().isEmpty)
  }

  @Test func `a version names the one that it was made from`() async throws {
    let note = try await place.add("one")
    _ = try await place.journal.edit(
      note.id, to: Text(title: "two", body: "", tags: []), basedOn: 1, at: now)
    _ = try await place.journal.delete([note.id], at: now)
    let ids = try states("version_id")
    #expect(Set(ids).count == 3)
    #expect(try states("parents") == [.blob([])] + ids.dropLast())
  }

  @Test func `versions have how each tag was set`() async throws {
    let journal = place.journal
    let now = now
    let (note, _) = try await journal.make("notes add", on: day, at: now) { journal in
      journal.type(["perf"])
      return try journal.add(
        Text(title: "one", body: "#slow words", tags: ["perf", "slow"]),
        to: NotePlace(RepositoryKey(Repository(name: "github.com/a/b"))), on: now.day, at: now)
    }
    var text = note.text
    text.body = "words"
    text.tags = ["perf", "slow"]
    _ = try await journal.edit(note.id, to: text, basedOn: 1, at: now)
    _ = try await journal.renameTag("perf", to: "speed", inTexts: false, at: now)
    let sources = try Connection(path: place.path, mode: .readWrite).rows(
      """
      SELECT tags, clock FROM record_version
      UNION ALL SELECT \(TagList.queryWithSources(of: "record.number")), clock FROM record
      ORDER BY clock
      """
    ) { $0.text(0) }
    // What stood in a text is not typed when the word goes.
    #expect(
      sources == [
        #"[["perf",1],["slow",2]]"#, #"[["perf",1],["slow",3]]"#, #"[["speed",4],["slow",3]]"#,
      ])
    let restored = try await journal.restore(note.id, version: 1, at: now)
    #expect(restored.text.tags == ["perf", "slow"])
  }

  @Test func `two devices that finish a recurring to-do add the same occurrence`() async throws {
    let copy = place.folder.file("copy.sqlite")
    var details = ToDo.Details(text: "water the plants")
    details.recurrence = Recurrence(every: .day, from: day, due: nil)
    let toDo = try await place.journal.add([details], on: day, at: now)[0]
    // A copy of the journal stands for the other device.
    try Connection(path: place.path, mode: .readWrite).run("VACUUM INTO ?1", .text(copy))
    var next: [[ToDo]] = []
    for journal in [place.journal, try Journal(at: copy, for: .writing)] {
      let done = try await journal.finish([toDo.id], at: now)
      next.append(try await journal.nextOccurrences(of: done))
    }
    #expect(next[0].count == 1 && next[0].map(\.id) == next[1].map(\.id))
    // A purged occurrence is not added again.
    _ = try await place.journal.reopen([toDo.id], at: now)
    try await place.journal.purge([.toDo(next[0][0].id)])
    let done = try await place.journal.finish([toDo.id], at: now)
    #expect(try await place.journal.nextOccurrences(of: done) == [])
  }
}

/// Long lists are read in batches without a lasting read transaction.
@Suite struct RecordListTests {
  private let place: JournalOnDisk
  private let moment = Moment.test("2026-12-01T00:00:00Z")

  init() throws { place = try JournalOnDisk() }

  private func titles(_ filter: NoteFilter) async throws -> [String] {
    var list = try await place.journal.list(filter)
    var titles: [String] = []
    while case let notes = try await place.journal.nextNotes(&list), !notes.isEmpty {
      titles += notes.map(\.note.text.title)
    }
    return titles
  }

  @Test func `gives the notes of a list in every order`() async throws {
    for number in 0..<250 {
      try await place.add(
        "note \(number)", to: "github.com/a/r\(number % 3)",
        at: "2026-11-21T12:00:\(number % 60 < 10 ? "0" : "")\(number % 60)Z")
    }
    for order in NoteFilter.Order.allCases {
      for limit in [nil, 120] {
        var filter = NoteFilter(limit: limit)
        filter.order = order
        #expect(
          try await titles(filter) == place.journal.notes(filter).map(\.note.text.title), "\(order)"
        )
      }
    }
  }

  @Test func `leaves out notes that were deleted or purged meanwhile`() async throws {
    let filler = String(repeating: "long ", count: 100_000)
    for number in 0..<5 { try await place.add("note \(number)", body: filler) }
    var list = try await place.journal.list(NoteFilter())
    #expect(list.count == 5)
    let first = try await place.journal.nextNotes(&list)
    // A batch ends after a quarter of a megabyte.
    #expect(first.map(\.note.text.title) == ["note 4"])
    let all = try await place.journal.notes(NoteFilter()).map(\.note.id)
    _ = try await place.journal.delete([all[1]], at: moment)
    // The reader does not delay the purge.
    try await Journal(at: place.path, for: .writing).purge([all[2]])
    #expect(try await place.journal.unfinishedPurges() == 0)
    var rest: [String] = []
    while case let notes = try await place.journal.nextNotes(&list), !notes.isEmpty {
      rest += notes.map(\.note.text.title)
    }
    #expect(rest == ["note 1", "note 0"] && list.isEmpty)
  }

  @Test func `entries are filtered by tags and days`() async throws {
    let day = Day(number: 20_413)
    for (offset, tags) in [(0, ["Perf"]), (1, ["perf", "회고"]), (2, [])] {
      let text = Text(title: "entry \(offset)", body: "needle", tags: tags)
      _ = try await place.journal.write(text, on: day + offset, basedOn: nil, at: moment)
    }
    func titles(_ change: (inout EntryFilter) -> Void) async throws -> [[String]] {
      var filter = EntryFilter()
      change(&filter)
      var list = try await place.journal.list(filter)
      return [
        try await place.journal.nextEntries(&list).map(\.text.title),
        try await place.journal.summaries(filter).map(\.title),
        // Without an order, the best matches come first.
        try await place.journal.search(SearchQuery(["needle"]), filter).map(\.text.title)
          .sorted { filter.order == .oldest ? $0 < $1 : $0 > $1 },
      ]
    }
    func expect(_ wanted: [String], _ change: (inout EntryFilter) -> Void) async throws {
      #expect(try await titles(change) == [wanted, wanted, wanted])
    }
    try await expect(["entry 1", "entry 0"]) { $0.tags = ["PERF"] }
    try await expect(["entry 1"]) { $0.tags = ["perf", "회고"] }
    try await expect(["entry 0"]) {
      $0.tags = ["perf"]
      $0.until = day
    }
    try await expect(["entry 0", "entry 1"]) {
      $0.tags = ["perf"]
      $0.order = .oldest
    }
    try await expect([]) { $0.tags = ["none"] }
  }
}
