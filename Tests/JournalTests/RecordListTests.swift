import Diary
import SQLite
import Testing

@testable import Journal

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
