import Diary
import Platform
import Records
import SQLite
import TestSupport
import Testing

@testable import Journal

@Suite struct EntryTests {
  private let place: JournalOnDisk
  private let day: Day
  private let evening = Moment.test("2026-11-21T22:30:00+09:00")
  private let later = Moment.test("2026-11-22T08:00:00+01:00")

  init() throws {
    place = try JournalOnDisk()
    day = try #require(Day(iso: "2026-11-21"))
  }

  private var journal: Journal { place.journal }

  private func text(_ written: String) -> Text { Text(written: written) }

  private func titles(_ filter: EntryFilter = EntryFilter()) async throws -> [String] {
    try await journal.entries(filter).map(\.text.title)
  }

  private func found(_ word: String, _ filter: EntryFilter = EntryFilter()) async throws -> [String]
  {
    try await journal.search(SearchQuery([word]), filter).map(\.text.title)
  }

  // MARK: Writing

  @Test(arguments: [
    Text(title: "회고", body: "주간회고를 썼다\n\n둘째 줄\r\n"), Text(title: "one line", body: ""),
    Text(title: "e\u{301} and é", body: "\u{1B}]0;t\u{7}'; DROP TABLE entry; --\0"),
    Text(title: "long", body: String(repeating: "A line of text.\n", count: 20_000)),
  ])
  func `an entry is stored byte for byte`(_ text: Text) async throws {
    let written = try await journal.write(text, on: day, basedOn: nil, at: evening)
    #expect(written.text.isIdentical(to: text))
    #expect(written.day == day && written.version == 1 && written.weather == nil)
    #expect(written.createdAt == evening && written.updatedAt == evening)
    let read = try await Journal(at: place.path, for: .reading).entry(of: day)
    #expect(read == written && read.text.isIdentical(to: text))
  }

  @Test(arguments: ["0001-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "9999-12-31"])
  func `any calendar day can have an entry`(_ date: String) async throws {
    let day = try #require(Day(iso: date))
    _ = try await journal.write(text("word"), on: day, basedOn: nil, at: evening)
    #expect(try await journal.search(SearchQuery(["word"]), EntryFilter()).map(\.day) == [day])
    _ = try await journal.deleteEntry(of: day, at: later)
    #expect(try await found("word") == [])
  }

  @Test(arguments: [Int.min, -719_163, 2_932_897, Int.max])
  func `refuses a day beyond the calendar`(_ number: Int) async throws {
    await #expect(throws: JournalError.self) {
      try await journal.write(text("x"), on: Day(number: number), basedOn: nil, at: evening)
    }
    #expect(try await journal.entries(EntryFilter()).isEmpty)
    #expect(try await journal.entryIfWritten(on: Day(number: number)) == nil)
  }

  @Test func `an edit adds a version`() async throws {
    _ = try await journal.write(text("one\nfirst"), on: day, basedOn: nil, at: evening)
    let edited = try await journal.write(text("two"), on: day, basedOn: 1, at: later)
    #expect(edited.version == 2 && edited.createdAt == evening && edited.updatedAt == later)
    #expect(
      try await journal.history(of: .entry(day)).map {
        "\($0.number) \($0.text.written) \($0.savedAt)"
      } == [
        "1 one\n\nfirst \(evening)", "2 two \(later)",
      ])
    let same = try await journal.write(text("two"), on: day, basedOn: 2, at: evening)
    #expect(same == edited)
  }

  @Test func `a concurrent second save is rejected`() async throws {
    let other = try Journal(at: place.path, for: .writing)
    _ = try await other.write(text("theirs"), on: day, basedOn: nil, at: evening)
    for version in [nil, 2, 0] {
      await #expect(throws: JournalError.changedMeanwhile(.entry(day))) {
        try await journal.write(text("mine"), on: day, basedOn: version, at: later)
      }
    }
    await #expect(throws: JournalError.changedMeanwhile(.entry(day))) {
      try await journal.deleteEntry(of: day, basedOn: 2, at: later)
    }
    _ = try await other.deleteEntry(of: day, basedOn: 1, at: later)
    await #expect(throws: JournalError.changedMeanwhile(.entry(day))) {
      try await journal.write(text("mine"), on: day, basedOn: 1, at: later)
    }
    #expect(try await titles() == [])
  }

  @Test func `appends a paragraph`() async throws {
    let first = try await journal.append("\n  a line\n\nmore\n", toEntryOf: day, at: evening)
    #expect(first.text == Text(title: "a line", body: "more"))
    let second = try await journal.append("  indented\n\n", toEntryOf: day, at: later)
    #expect(second.text == Text(title: "a line", body: "more\n\n  indented"))
    #expect(second.version == 2)
    _ = try await journal.deleteEntry(of: day, at: later)
    let third = try await journal.append("anew", toEntryOf: day, at: later)
    #expect(third.text == Text(title: "anew", body: "") && third.version == 3)
  }

  @Test func `concurrent writers lose no paragraph`() async throws {
    let path = place.path
    let day = day
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let journal = try Journal(at: path, for: .writing)
          for number in 0..<20 {
            _ = try await journal.append(
              "p\(writer)-\(number)", toEntryOf: day, at: .test("2026-11-21T00:00:00Z"))
          }
        }
      }
      try await group.waitForAll()
    }
    let entry = try await journal.entry(of: day)
    let words = Set(entry.text.written.split(whereSeparator: \.isWhitespace))
    #expect(words.count == 80 && entry.version == 80)
    #expect(try await journal.history(of: .entry(day)).count == 80)
  }

  @Test func `replacing keeps the old text in the history`() async throws {
    _ = try await journal.write(text("old"), on: day, basedOn: nil, at: evening)
    let new = try await journal.replaceEntry(of: day, by: text("new"), at: later)
    #expect(new.version == 2 && new.text.title == "new")
    #expect(try await journal.history(of: .entry(day)).map(\.text.title) == ["old", "new"])
  }

  // MARK: Deleting and restoring

  @Test func `a deleted text can be restored`() async throws {
    let entry = try await journal.write(text("one"), on: day, basedOn: nil, at: evening)
    let deleted = try await journal.deleteEntry(of: day, at: later)
    #expect(deleted.deletedAt == later)
    await #expect(throws: JournalError.deleted(.entry(day))) { try await journal.entry(of: day) }
    #expect(try await journal.entryIfWritten(on: day) == nil)
    #expect(try await titles() == [])
    var filter = EntryFilter()
    filter.isDeleted = true
    #expect(try await titles(filter) == ["one"])
    #expect(try await journal.counts().entries == 0)
    let again = try await journal.deleteEntry(of: day, at: evening)
    #expect(again.deletedAt == later)
    #expect(try await journal.restoreEntry(of: day, at: later) == entry)
    #expect(try await titles() == ["one"])
  }

  @Test func `writing on a deleted day keeps both texts`() async throws {
    _ = try await journal.write(text("first"), on: day, basedOn: nil, at: evening)
    try await journal.setWeather("{}", of: day, at: evening)
    _ = try await journal.deleteEntry(of: day, at: evening)
    let second = try await journal.write(text("second"), on: day, basedOn: nil, at: later)
    #expect(second.version == 2 && second.deletedAt == nil)
    #expect(second.weather == "{}", "the weather is the day's")
    #expect(try await journal.restoreEntry(of: day, at: later) == second)
    let restored = try await journal.restoreEntry(of: day, version: 1, at: later)
    #expect(restored.text.title == "first" && restored.version == 3)
    #expect(
      try await journal.history(of: .entry(day)).map(\.text.title) == ["first", "second", "first"])
    #expect(try await found("second") == [])
    #expect(try await found("first") == ["first"])
  }

  @Test func `writing a deleted text again restores it`() async throws {
    _ = try await journal.write(text("same"), on: day, basedOn: nil, at: evening)
    _ = try await journal.deleteEntry(of: day, at: evening)
    let again = try await journal.write(text("same"), on: day, basedOn: nil, at: later)
    #expect(again.deletedAt == nil && again.version == 2)
    #expect(try await found("same") == ["same"])
  }

  @Test func `reports a missing entry`() async throws {
    await #expect(throws: JournalError.missing(.entry(day))) { try await journal.entry(of: day) }
    await #expect(throws: JournalError.missing(.entry(day))) {
      try await journal.deleteEntry(of: day, at: later)
    }
    await #expect(throws: JournalError.missing(.entry(day))) {
      try await journal.restoreEntry(of: day, at: later)
    }
    await #expect(throws: JournalError.missing(.entry(day))) {
      try await journal.history(of: .entry(day))
    }
    await #expect(throws: JournalError.missing(.entry(day))) {
      try await journal.purge([.entry(day)])
    }
    #expect(try await journal.setWeather("{}", of: day, at: later) == false)
    _ = try await journal.write(text("x"), on: day, basedOn: nil, at: evening)
    await #expect(throws: JournalError.noVersion(.entry(day), version: 2)) {
      try await journal.restoreEntry(of: day, version: 2, at: later)
    }
  }

  // MARK: Weather

  @Test func `adding weather later makes no version`() async throws {
    let written = try await journal.write(text("one"), on: day, basedOn: nil, at: evening)
    let old = try await journal.write(text("old"), on: day - 40, basedOn: nil, at: evening)
    _ = try await journal.write(text("has"), on: day - 1, basedOn: nil, at: evening)
    try await journal.setWeather(#"{"place": "서울"}"#, of: day - 1, at: evening)
    #expect(try await journal.entriesWithoutWeather() == [day, old.day])
    #expect(try await journal.entriesWithoutWeather(since: day - 30) == [day])
    #expect(try await journal.entriesWithoutWeather(limit: 1) == [day])
    let json = #"{ "temperature":7.40,"place":"Se\u006ful" }"#
    #expect(try await journal.setWeather(json, of: day, at: later))
    let entry = try await journal.entry(of: day)
    #expect(entry.weather == json && entry.version == 1)
    #expect(entry.updatedAt == written.updatedAt && entry.text == written.text)
    #expect(try await journal.entriesWithoutWeather() == [old.day])
    let edited = try await journal.write(text("two"), on: day, basedOn: 1, at: later)
    #expect(edited.weather == json)
    _ = try await journal.deleteEntry(of: day - 1, at: later)
    #expect(try await journal.setWeather(nil, of: day - 1, at: later))
    #expect(try await journal.entriesWithoutWeather() == [old.day], "nobody misses it there")
  }

  // MARK: Lists and search

  @Test func `lists entries by day`() async throws {
    for offset in [-1, 1, 0, -400] {
      _ = try await journal.write(
        text("day \(offset)\nbody"), on: day + offset, basedOn: nil, at: evening)
      try await journal.setWeather("{}", of: day + offset, at: evening)
    }
    #expect(try await titles() == ["day 1", "day 0", "day -1", "day -400"])
    #expect(
      try await titles(EntryFilter(since: day - 1, until: day)) == ["day 0", "day -1"])
    #expect(try await titles(EntryFilter(limit: 1)) == ["day 1"])
    var oldest = EntryFilter(limit: 2)
    oldest.order = .oldest
    #expect(try await titles(oldest) == ["day -400", "day -1"])
    let summary = try #require(try await journal.summaries(EntryFilter(limit: 1)).first)
    #expect(
      summary
        == EntrySummary(day: day + 1, title: "day 1", preview: "body", tags: [], weather: "{}"))
    #expect(try await journal.counts().entries == 4)
  }

  @Test func `searches entries like notes, titles first`() async throws {
    _ = try await journal.write(text("주간회고를 썼다"), on: day - 5, basedOn: nil, at: evening)
    _ = try await journal.write(text("다른 글\n회고는 아래에"), on: day, basedOn: nil, at: evening)
    _ = try await journal.write(text("Café\nweekly"), on: day - 1, basedOn: nil, at: evening)
    #expect(try await found("회고") == ["주간회고를 썼다", "다른 글"])
    #expect(try await found("cafe") == ["Café"])
    #expect(try await found("week") == ["Café"])
    #expect(try await found("\"") == [])
    #expect(try await found("회고", EntryFilter(since: day)) == ["다른 글"])
    #expect(try await found("회고", EntryFilter(limit: 1)) == ["주간회고를 썼다"])
    var newest = EntryFilter()
    newest.order = .newest
    #expect(try await found("회고", newest) == ["다른 글", "주간회고를 썼다"])
    _ = try await journal.write(text("이제 다른 말"), on: day, basedOn: 1, at: later)
    #expect(try await found("회고") == ["주간회고를 썼다"])
    _ = try await journal.deleteEntry(of: day, at: later)
    #expect(try await found("다른") == [])
    var deleted = EntryFilter()
    deleted.isDeleted = true
    #expect(try await found("다른", deleted) == ["이제 다른 말"])
    #expect(try await journal.problems().isEmpty)
  }

  // MARK: Purging

  @Test func `a purged entry leaves nothing in the files`() async throws {
    _ = try await journal.write(text("kept\nstays"), on: day - 1, basedOn: nil, at: evening)
    _ = try await journal.write(
      text("secretword\nhunter2pass"), on: day, basedOn: nil, at: evening)
    try await journal.setWeather("{\"hiddenplace\":1}", of: day, at: evening)
    _ = try await journal.write(text("later\notherpass"), on: day, basedOn: 1, at: later)
    let copy = place.path + ".schema-\(Schema.current.version)"
    try Connection(path: place.path, mode: .readWrite).run("VACUUM INTO ?1", .text(copy))
    _ = try await journal.deleteEntry(of: day, at: later)
    try await journal.purge([.entry(day)])
    for name in try File.list(place.folder.path) {
      let text = String(decoding: try File.read(place.folder.file(name)), as: UTF8.self)
      for word in ["secretword", "hunter2pass", "otherpass", "hiddenplace"] {
        #expect(!text.contains(word), "\(word) is in \(name)")
      }
    }
    #expect(try await titles() == ["kept"])
    #expect(try await found("stays") == ["kept"])
    #expect(try await journal.problems().isEmpty)
    await #expect(throws: JournalError.missing(.entry(day))) {
      try await journal.entry(of: day, deleted: true)
    }
    let kept = try Connection(path: copy, mode: .readWrite)
    #expect(try kept.first("SELECT count(*) FROM record WHERE kind = 2") { $0.int(0) } == 1)
  }
}
