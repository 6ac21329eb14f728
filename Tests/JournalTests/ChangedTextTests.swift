import Diary
import Records
import SQLite
import TestSupport
import Testing

@testable import Journal

/// Texts that a disk has changed without an error.
@Suite struct ChangedTextTests {
  private let place: JournalOnDisk
  private let now = Moment.test("2026-11-21T09:00:00+09:00")

  init() throws { place = try JournalOnDisk() }

  private func moveAside() throws {
    try place.execute(
      "VACUUM INTO '\(JournalFile(path: place.path).copyPath(schema: Schema.current.version))'")
  }

  @Test func `reports no unchanged text`() async throws {
    let note = try await place.add("제목", body: "글", tags: ["b", "a"])
    _ = try await place.journal.edit(
      note.id, to: Text(title: "", body: "", tags: []), basedOn: 1, at: now)
    _ = try await place.journal.append("하루", toEntryOf: now.day, at: now)
    _ = try await place.journal.add(["하나"], on: now.day, at: now)
    #expect(try await place.journal.changedTexts() == [])
  }

  @Test func `names changed texts and restores them from a good copy`() async throws {
    let note = try await place.add("one", body: "first words", tags: ["perf"])
    let edited = try await place.journal.edit(
      note.id, to: Text(title: "one", body: "second words", tags: ["perf"]), basedOn: 1,
      at: now)
    let entry = try await place.journal.append("하루", toEntryOf: now.day, at: now)
    let toDo = try await place.journal.add(["buy milk"], on: now.day, at: now)[0]
    try moveAside()
    try place.execute(
      """
      UPDATE record SET body = 'sXcond words' WHERE kind = 1;
      UPDATE record SET title = 'XX' WHERE kind = 2;
      UPDATE record SET body = 'buy silk' WHERE kind = 3;
      UPDATE record_version SET body = 'fXrst words';
      UPDATE record_tag SET tag = 'pXrf'
      """)
    let id = try await place.journal.shortened(note.id.text)
    let found = try await place.journal.changedTexts()
    #expect(
      Set(found) == [
        ChangedText(kind: .note, name: id, version: 2, hasCopy: true),
        ChangedText(kind: .note, name: id, version: 1, hasCopy: true),
        ChangedText(kind: .entry, name: "2026-11-21", version: 1, hasCopy: true),
        ChangedText(
          kind: .toDo, name: String(toDo.id.text.prefix(4)), version: 1, hasCopy: true),
      ])
    #expect(Set(try await place.journal.restoreChangedTexts()) == Set(found))
    #expect(try await place.journal.changedTexts() == [])
    #expect(try await place.journal.note(id).note == edited)
    #expect(try await place.journal.history(of: note.id)[0].text.isIdentical(to: note.text))
    #expect(try await place.journal.entry(of: now.day) == entry)
    #expect(try await place.journal.toDo("1", on: now.day).toDo == toDo)
    #expect(try await place.found("second") == ["one"])
  }

  @Test func `restores a text after its index was rebuilt with the changed words`() async throws {
    let entry = try await place.journal.write(
      Text(title: "one", body: "first #perf", tags: ["perf"]), on: now.day, basedOn: nil,
      at: now)
    try moveAside()
    // A repair reads the record without its tags, and rebuilds the index.
    try place.execute("DELETE FROM record_tag; UPDATE record SET body = 'fXrst #perf'")
    let database = try JournalFile(path: place.path).open(.readWrite)
    try WordIndex.fill(in: database)
    #expect(try await place.journal.restoreChangedTexts().map(\.hasCopy) == [true])
    #expect(try await place.journal.entry(of: now.day) == entry)
    #expect(try await place.journal.search(SearchQuery(["first"]), EntryFilter()).count == 1)
    for text in ["second", "third"] {
      _ = try await place.journal.append(text, toEntryOf: now.day, at: now)
    }
    #expect(try await place.journal.problems().isEmpty)
  }

  @Test func `without a good copy keeps the text and reports it until it is accepted`() async throws
  {
    try await place.add("one", body: "words")
    try place.execute("UPDATE record SET body = 'wXrds'")
    let restored = try await place.journal.restoreChangedTexts()
    #expect(restored.map(\.hasCopy) == [false])
    // A repair may be killed before it has reported them.
    #expect(try await place.journal.changedTexts() == restored)
    try await place.journal.accept(restored)
    #expect(try await place.journal.changedTexts() == [])
    let note = try #require(try await place.journal.notes(NoteFilter()).first).note
    #expect(note.text.body == "wXrds")
    // The next version has a hash again.
    _ = try await place.journal.edit(
      note.id, to: Text(title: "one", body: "new"), basedOn: 1, at: now)
    try place.execute("UPDATE record SET body = 'nXw'")
    #expect(try await place.journal.changedTexts().map(\.version) == [2])
  }
}
