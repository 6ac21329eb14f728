public import Diary
import SQLite

// The commit of a note is part of its versions: a move is a new version with the same text, and
// restoring a version from before moves the note back.

/// What a note is about.
public struct NotePlace: Hashable, Sendable {
  public var key: RepositoryKey
  /// `nil` for a note on the repository.
  public var commit: Commit?

  public init(_ key: RepositoryKey, commit: Commit? = nil) {
    self.key = key
    self.commit = commit
  }

  public var repository: Repository { key.repository }
}

extension Journal {
  /// Moves a note to another commit as a new version, unless the note was changed since `version`
  /// was read. A note that is there already does not change.
  public func move(
    _ id: Identifier, to place: NotePlace, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    try change(id, basedOn: version) { (record) throws(JournalError) in
      let new = StoredPlace(repository: try row(of: place.key), commit: place.commit)
      try change(record, to: record.content, at: new, at: moment)
    }
  }

  /// Removes the commit of a note, which is then about its repository, as a new version.
  public func detach(
    _ id: Identifier, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    try change(id, basedOn: version) { (record) throws(JournalError) in
      var place = try place(of: record)
      place.commit = nil
      try change(record, to: record.content, at: place, at: moment)
    }
  }

  /// Whether a note belongs to the repository, which may have had another name when it was written.
  public func isNote(
    _ id: Identifier, of key: RepositoryKey
  ) throws(JournalError) -> Bool {
    try rows(of: key).contains(try place(of: record(of: id)).repository)
  }

  // MARK: Places of versions

  /// The repository and commit of a note, as rows have them.
  struct StoredPlace {
    var repository: Int64
    var commit: Commit?

    func isSame(as other: StoredPlace) -> Bool {
      repository == other.repository && commit?.sha == other.commit?.sha
    }

    var columns: [String: any ColumnValue] {
      [
        "repository": repository, "sha": commit?.sha, "subject": commit?.subject,
        "author": commit?.author, "authored_at": commit?.date.instant,
        "authored_offset": commit?.date.offset, "patch": commit?.patchID,
      ]
    }
  }

  /// The place of the newest version.
  func place(of record: Record) throws(JournalError) -> StoredPlace {
    let place = try database.first(
      "SELECT \(StoredPlace.list) FROM record WHERE number = ?1", [record.number]
    ) { StoredPlace($0) }
    guard let place else { throw .damaged(path: path) }
    return place
  }

  /// The place of a version.
  func place(of record: Record, in version: Int) throws(JournalError) -> StoredPlace {
    let former = try database.first(
      """
      SELECT \(StoredPlace.list) FROM record_version WHERE record = ?1 AND version = ?2
      ORDER BY number DESC LIMIT 1
      """, [record.number, version]
    ) { StoredPlace($0) }
    if let former { return former }
    return try place(of: record)
  }

  // MARK: Writing

  /// Adds a version with this content at this place. The caller runs this in a transaction.
  func change(
    _ record: Record, to content: RecordContent, at place: StoredPlace, at moment: Moment
  ) throws(JournalError) {
    if try self.place(of: record).isSame(as: place) {
      return try change(record, to: content, at: moment)
    }
    try change(
      record, to: content, with: place.columns, subject: place.commit?.subject ?? "", at: moment)
  }
}

extension Journal.StoredPlace {
  fileprivate static let list =
    "repository, sha, subject, author, authored_at, authored_offset, patch"

  fileprivate init(_ row: borrowing Statement) {
    self.init(repository: row["repository"], commit: Commit(ofNote: row))
  }
}
