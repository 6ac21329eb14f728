public import Diary
import SQLite

// The commit of a note is part of its versions: a move is a new version with the same text, and
// restoring a version from before moves the note back. The table `note_commit` has the commits of
// earlier versions; it has no rows for notes that were never moved.

/// The repository and commit of a note.
public struct NotePlace: Sendable {
  public var repository: Repository
  /// The oldest commit of a clone without a remote.
  public var root: String?
  /// The path that identified the clone before it had a remote.
  public var previousName: String?
  /// `nil` for a note on the repository.
  public var commit: Commit?

  public init(
    repository: Repository, root: String? = nil, previousName: String? = nil, commit: Commit?
  ) {
    self.repository = repository
    self.root = root
    self.previousName = previousName
    self.commit = commit
  }
}

extension Journal {
  /// Moves a note to another commit as a new version, unless the note was changed since `version`
  /// was read. A note that is there already does not change.
  public func move(
    _ id: Identifier, to place: NotePlace, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let record = try record(of: id)
      guard record.version == version, !record.isDeleted else {
        throw .changedMeanwhile(id: id.text)
      }
      let repository = try row(
        of: place.repository, root: place.root, previousName: place.previousName)
      try change(
        record, to: record.content, on: StoredPlace(repository: repository, commit: place.commit),
        at: moment)
      return try note(record.number)
    }
  }

  /// Removes the commit of a note, which is then about its repository, as a new version.
  public func detach(
    _ id: Identifier, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let record = try record(of: id)
      guard record.version == version, !record.isDeleted else {
        throw .changedMeanwhile(id: id.text)
      }
      var place = try place(of: record)
      place.commit = nil
      try change(record, to: record.content, on: place, at: moment)
      return try note(record.number)
    }
  }

  /// Whether a note belongs to the repository, which may have had another name when it was written.
  public func isNote(
    _ id: Identifier, of repository: Repository, root: String?, previousName: String?
  ) throws(JournalError) -> Bool {
    let rows = try rows(of: repository, root: root, previousName: previousName)
    return rows.contains(try place(of: record(of: id)).repository)
  }

  // MARK: Places of versions

  /// The repository and commit of a note, as rows have them.
  struct StoredPlace {
    var repository: Int64
    var commit: Commit?

    func isSame(as other: StoredPlace) -> Bool {
      repository == other.repository && commit?.sha == other.commit?.sha
    }
  }

  private enum PlaceColumn: Int32, RowColumns {
    case repository, sha, subject, author, authoredAt, authoredOffset, patch

    static func place(_ row: borrowing Statement) -> StoredPlace {
      let commit = row.optionalText(sha).map { sha in
        Commit(
          sha: sha, subject: row.text(subject), author: row.text(author),
          date: row.moment(authoredAt, authoredOffset), patchID: row.optionalText(patch))
      }
      return StoredPlace(repository: row.integer(repository), commit: commit)
    }
  }

  /// The place of the newest version.
  func place(of record: Record) throws(JournalError) -> StoredPlace {
    let place = try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT \(PlaceColumn.list) FROM record WHERE number = ?1", .integer(record.number)
      ) { PlaceColumn.place($0) }
    }
    guard let place else { throw .damaged(path: path) }
    return place
  }

  /// The place of a version.
  func place(of record: Record, in version: Int) throws(JournalError) -> StoredPlace {
    let former = try mapErrors { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT \(PlaceColumn.list) FROM note_commit WHERE record = ?1 AND version >= ?2
        ORDER BY version LIMIT 1
        """, .integer(record.number), .integer(Int64(version))
      ) { PlaceColumn.place($0) }
    }
    // A purge of all other notes can have removed the repository.
    guard let former, try isRepository(former.repository) else {
      let current = try place(of: record)
      return former.map { StoredPlace(repository: current.repository, commit: $0.commit) }
        ?? current
    }
    return former
  }

  private func isRepository(_ row: Int64) throws(JournalError) -> Bool {
    try mapErrors { () throws(SQLiteError) in
      try connection.first("SELECT 1 FROM repository WHERE id = ?1", .integer(row)) {
        $0.int(0)
      } != nil
    }
  }

  // MARK: Writing

  /// Adds a version with this content at this place. The caller runs this in a transaction.
  func change(
    _ record: Record, to content: RecordContent, on place: StoredPlace, at moment: Moment
  ) throws(JournalError) {
    guard try !self.place(of: record).isSame(as: place) else {
      return try change(record, to: content, at: moment)
    }
    var moved = record
    moved.subject = place.commit?.subject ?? ""
    try mapErrors { () throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO note_commit (record, version, \(PlaceColumn.list))
        SELECT number, version, \(PlaceColumn.list) FROM record WHERE number = ?1
        """, .integer(record.number))
      try unindex(record)
      let commit = place.commit
      try connection.run(
        """
        UPDATE record SET repository = ?2, sha = ?3, subject = ?4, author = ?5, authored_at = ?6,
          authored_offset = ?7, patch = ?8
        WHERE number = ?1
        """, .integer(record.number), .integer(place.repository), Value(commit?.sha),
        Value(commit?.subject), Value(commit?.author),
        Value(commit?.date.instant.secondsSince1970), Value(commit?.date.offset),
        Value(commit?.patchID))
      // `change` removes the words of the record as it is now.
      try moved.kind.index.add(
        moved.words, of: moved.number, isDeleted: moved.isDeleted, on: connection)
    }
    try change(moved, to: content, at: moment, evenIfSame: true)
  }
}
