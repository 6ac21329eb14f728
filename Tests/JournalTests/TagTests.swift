import Diary
import Platform
import Records
import SQLite
import TestSupport
import Testing

@testable import Journal

@Suite struct TagTests {
  private let stage: JournalOnDisk
  private var journal: Journal { stage.journal }
  private let moment = Moment(Instant(secondsSince1970: 1_763_690_000), offset: 0)
  private var today: Day { moment.day }

  init() throws {
    stage = try JournalOnDisk()
  }

  @discardableResult
  private func add(
    _ body: String, _ tags: [String], on day: Day? = nil
  ) async throws -> Note {
    try await journal.add(
      Text(title: "", body: body, tags: tags),
      to: NotePlace(RepositoryKey(Repository(name: "github.com/a/b"))), on: day, at: moment)
  }

  private func tags(of note: Note) async throws -> [String] {
    try await journal.note(note.id.text, deleted: true).note.text.tags
  }

  @Test func `counts texts of every kind, and spells a tag as it was used last`() async throws {
    try await add("a", ["Perf", "slow"], on: today - 3)
    _ = try await journal.write(
      Text(title: "b", body: "", tags: ["cafe\u{301}"]), on: today - 1, basedOn: nil,
      at: moment)
    try await add("c", ["perf", "café"], on: today - 2)
    let gone = try await add("d", ["gone", "slow"])
    _ = try await journal.delete([gone.id], at: moment)
    let uses = try await journal.tagUses(today: today)
    #expect(
      uses == [
        TagUse(
          tag: "café", texts: RecordCounts(notes: 1, entries: 1, toDos: 0), lastUsed: today - 1),
        TagUse(
          tag: "perf", texts: RecordCounts(notes: 2, entries: 0, toDos: 0), lastUsed: today - 2),
        TagUse(
          tag: "slow", texts: RecordCounts(notes: 1, entries: 0, toDos: 0), lastUsed: today - 3),
      ])
    #expect(
      try await journal.tagUses(since: today - 2, today: today).map(\.tag) == ["café", "perf"])
    #expect(try await journal.tags() == ["café", "perf", "slow"])
  }

  @Test func `renames in deleted texts too, which stay deleted`() async throws {
    let note = try await add("#perf", ["perf"])
    _ = try await journal.delete([note.id], at: moment)
    let renamed = try await journal.renameTag("perf", to: "fast", inTexts: true, at: moment)
    #expect(renamed.deleted == 1 && renamed.count == 1)
    await #expect(throws: JournalError.self) { try await journal.note(note.id.text) }
    let restored = try await journal.restore(note.id, version: nil, at: moment)
    #expect(restored.text == Text(title: "", body: "#fast", tags: ["fast"]))
    #expect(try await journal.history(of: note.id).count == 2)
    #expect(try await journal.search(SearchQuery(["fast"]), NoteFilter()).count == 1)
    #expect(try await journal.search(SearchQuery(["perf"]), NoteFilter()).isEmpty)
    #expect(try await journal.problems().isEmpty)
  }

  @Test func `a name that texts cannot contain is refused before anything changes`() async throws {
    try await add("plain", ["a"])
    try await add("#a", ["a"])
    await #expect(throws: JournalError.tagNotForTexts("two words", old: "a")) {
      try await journal.renameTag("a", to: "two words", inTexts: true, at: moment)
    }
    #expect(try await journal.tags() == ["a"])
    #expect(
      try await journal.renameTag("a", to: "two words", inTexts: false, at: moment).texts.notes == 2
    )
    #expect(try await journal.tags() == ["two words"])
  }

  @Test func `a rename to another spelling changes only other spellings`() async throws {
    try await add("x", ["Perf"])
    try await add("y", ["perf"])
    let renamed = try await journal.renameTag("perf", to: "Perf", inTexts: true, at: moment)
    #expect(renamed.texts.notes == 1 && !renamed.isMerged)
    #expect(try await journal.tagUses(today: today).map(\.tag) == ["Perf"])
  }
}
