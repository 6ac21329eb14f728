import Diary
import SQLite
import TestSupport
import Testing

@testable import Journal

/// Notes are found by the subjects of their commits.
@Suite struct SubjectSearchTests {
  private let place: JournalOnDisk
  private let moment = Moment.test("2026-12-01T00:00:00Z")

  init() throws { place = try JournalOnDisk() }

  private static func commit(_ subject: String) -> Commit {
    var commit = Commit.test("abcd")
    commit.subject = subject
    return commit
  }

  @Test func `words may be in the subject, the text, or both`() async throws {
    try await place.add("title", body: "body", commit: Self.commit("주간회고를 Rewrite the café"))
    for words in ["rewrite", "회고", "cafe", "title rew", "body 주간회고", "rewrite the"] {
      #expect(try await place.found(words) == ["title"], "\(words)")
    }
    // Parts of a word are adjacent within the subject, not across texts.
    for words in ["rewrite.the", "title.주간"] {
      #expect(try await place.found(words) == (words == "rewrite.the" ? ["title"] : []))
    }
    #expect(try await place.found("rewrite none") == [])
  }

  @Test func `a title match ranks above a match in the subject`() async throws {
    try await place.add("cache", body: "other", commit: Self.commit("queue"))
    try await place.add("queue", body: "other", commit: Self.commit("cache"))
    #expect(try await place.found("cache") == ["cache", "queue"])
    #expect(try await place.found("cache") { $0.order = .newest } == ["queue", "cache"])
  }

  @Test func `changes to a note keep its subject findable`() async throws {
    let note = try await place.add("first", commit: Self.commit("needle"))
    _ = try await place.journal.edit(
      note.id, to: Text(title: "second", body: ""), basedOn: 1, at: moment)
    #expect(try await place.found("needle") == ["second"])
    _ = try await place.journal.delete([note.id], at: moment)
    #expect(try await place.found("needle") == [])
    #expect(try await place.found("needle") { $0.isDeleted = true } == ["second"])
    _ = try await place.journal.restore(note.id, version: 1, at: moment)
    #expect(try await place.found("needle") == ["first"])
    try await place.journal.purge([note.id])
    try expectNoWords()
  }

  @Test func `a repair restores the words of subjects`() async throws {
    try await place.add("title", commit: Self.commit("needle"))
    try place.execute("INSERT INTO word_index (word_index) VALUES ('delete-all')")
    #expect(try await place.found("needle") == [])
    _ = try await Journal.repair(at: place.path, now: moment)
    let repaired = try Journal(at: place.path, for: .reading)
    #expect(try await repaired.search(SearchQuery(["needle"]), NoteFilter()).count == 1)
  }

  /// Expects an index without any word, also of removed notes.
  private func expectNoWords() throws {
    let connection = try Connection(path: place.path, mode: .readWrite)
    try connection.execute(
      "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, word_index, row)")
    #expect(try connection.rows("SELECT term FROM temp.vocabulary") { $0.text(0) } == [])
    // The first two rows of the table are the structure and the averages.
    #expect(try connection.rows("SELECT 1 FROM word_index_data WHERE id > 10") { $0.int(0) } == [])
  }
}
