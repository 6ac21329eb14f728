import Diary
import Journal
import SQLite
import TestSupport

/// A journal in a folder of its own.
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
    let note = NewNote(
      repository: Repository(name: repository), root: root, commit: commit,
      text: NoteText(title: title, body: body, tags: tags))
    return try await journal.add(note, at: .test(time))
  }

  /// The titles of the notes that a filter lets through.
  func titles(_ change: (inout NoteFilter) -> Void = { _ in }) async throws -> [String] {
    var filter = NoteFilter()
    change(&filter)
    return try await journal.notes(filter).map(\.note.text.title)
  }

  /// The titles of what is found.
  func found(_ words: String..., by change: (inout NoteFilter) -> Void = { _ in }) async throws
    -> [String]
  {
    var filter = NoteFilter()
    change(&filter)
    return try await journal.search(SearchQuery(words), filter).map(\.note.text.title)
  }

  /// Changes the file behind the journal's back.
  func execute(_ sql: String) throws {
    try Connection(path: path, mode: .readWrite).execute(sql)
  }

  /// Gives the notes these ids, in the order in which they were written.
  func rename(_ ids: [String]) throws {
    for (index, id) in ids.enumerated() {
      try execute("UPDATE note SET id = '\(id)' WHERE number = \(index + 1)")
    }
  }
}

extension Moment {
  /// A moment that is written out in a test.
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
