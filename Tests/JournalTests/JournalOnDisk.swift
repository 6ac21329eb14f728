import Diary
import Records
import SQLite
import TestSupport

@testable import Journal

/// A journal in a temporary folder.
struct JournalOnDisk {
  let folder: TemporaryFolder
  let journal: Journal

  init() throws {
    folder = try TemporaryFolder()
    journal = try Journal(at: folder.file("journal.sqlite"), for: .writing)
  }

  var path: String { journal.path }

  @discardableResult func add(
    _ title: String, body: String = "", tags: [String] = [],
    to repository: String = "github.com/a/b",
    root: String? = nil, commit: Commit? = nil, at time: String = "2026-11-21T12:00:00+09:00"
  ) async throws -> Note {
    let key = RepositoryKey(Repository(name: repository), root: root)
    return try await journal.add(
      Text(title: title, body: body, tags: tags), to: NotePlace(key, commit: commit),
      at: .test(time))
  }

  /// The titles of the notes that match a filter.
  func titles(_ change: (inout NoteFilter) -> Void = { _ in }) async throws -> [String] {
    var filter = NoteFilter()
    change(&filter)
    return try await journal.notes(filter).map(\.note.text.title)
  }

  /// The titles of the notes that a search finds.
  func found(_ words: String..., by change: (inout NoteFilter) -> Void = { _ in }) async throws
    -> [String]
  {
    var filter = NoteFilter()
    change(&filter)
    let parts = words.flatMap { $0.split(separator: " ").map(String.init) }
    return try await journal.search(
      SearchQuery(parts.isEmpty ? words : parts), filter
    ).map(\.note.text.title)
  }

  /// Writes many notes with the same body. The titles are `note` and a number.
  func fill(count: Int, body: String) throws {
    let database = try JournalFile(path: path).openForWriting()
    try database.run(
      """
      INSERT INTO record (kind, id, repository, day, version, version_id, parents, device, clock,
        title, body, created_at, created_offset, updated_at, updated_offset)
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
      SELECT 1, printf('%012d', n), 1, 20413, 1, randomblob(16), x'', 1, n, 'note ' || n, ?2,
        1763690000, 0, 1763690000, 0
      FROM number
      """, [count, body])
    try WordIndex.fill(in: database)
  }

  /// Marks every note as deleted, and moves its words in the index.
  func deleteAll() throws {
    let database = try JournalFile(path: path).openForWriting()
    try database.execute("UPDATE record SET deleted_at = 1, deleted_offset = 0")
    try WordIndex.fill(in: database)
  }

  /// Changes the file without using the journal.
  func execute(_ sql: String) throws {
    try Connection(path: path, mode: .readWrite).execute(sql)
  }

  /// Changes the ids of the notes, in the order in which they were written.
  func rename(_ ids: [String]) throws {
    for (index, id) in ids.enumerated() {
      try execute("UPDATE record SET id = '\(id)' WHERE number = \(index + 1)")
    }
  }
}

extension Moment {
  /// A moment, written as in a test.
  static func test(_ text: String) -> Moment {
    guard let moment = Moment(rfc3339: text) else { preconditionFailure("\(text) is no RFC 3339") }
    return moment
  }
}

extension Commit {
  static func test(_ sha: String, patch: String? = nil) -> Commit {
    Commit(
      sha: sha, subject: "Subject of \(sha)", author: "이름",
      date: .test("2026-11-20T01:02:03-08:00"), patchID: patch)
  }
}

// The methods for texts of any kind, as the tests of one kind call them.

extension Journal {
  func add(_ texts: [String], on day: Day, at moment: Moment) throws(JournalError) -> [ToDo] {
    try add(texts.map { ToDo.Details(text: $0) }, on: day, at: moment)
  }

  func edit(
    _ id: Identifier, to text: Text, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    _ = try edit(.note(id), to: text, basedOn: version, at: moment)
    return try note(id.text, deleted: true).note
  }

  func delete(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [Note] {
    try delete(ids.map { .note($0) }, at: moment).notes.map(\.note)
  }

  func restore(
    _ id: Identifier, version: Int?, at moment: Moment
  ) throws(JournalError) -> Note {
    try restore([.note(id)], version: version, at: moment).notes[0].note
  }

  func history(of id: Identifier) throws(JournalError) -> [TextVersion] {
    try history(of: .note(id))
  }

  func purge(_ ids: [Identifier]) throws(JournalError) { try purge(ids.map { .note($0) }) }

  func noteCount() throws(JournalError) -> Int { try counts().notes }

  func deleteEntry(
    of day: Day, basedOn version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    _ = try delete([.entry(day)], basedOn: version, at: moment)
    return try entry(of: day, deleted: true)
  }

  func restoreEntry(
    of day: Day, version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    _ = try restore([.entry(day)], version: version, at: moment)
    return try entry(of: day)
  }

  func deleteToDos(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [ToDo] {
    try delete(ids.map { .toDo($0) }, at: moment).toDos.map(\.toDo)
  }

  func restoreToDos(
    _ ids: [Identifier], version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try restore(ids.map { .toDo($0) }, version: version, at: moment).toDos.map(\.toDo)
  }
}
