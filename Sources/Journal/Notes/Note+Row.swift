public import Diary
import Records
import SQLite

// All SQL that names the columns of one note: reading, adding and changing it.

extension Note {
  static let columns = """
    note.id, repository.name AS repository, note.sha, note.subject, note.author, note.authored_at,
    note.authored_offset, note.patch, note.day, note.version, note.created_at, note.created_offset,
    note.updated_at, note.updated_offset, note.deleted_at, note.deleted_offset, note.title,
    note.body, \(TagList.query(of: "note.number")) AS tags,
    \(PlaceList.query(ofNote: "note")) AS places, \(TextToLookAt.query(of: "note.number"))
    """
  static let source =
    "\(RecordKind.note.rows) JOIN repository ON repository.id = note.repository"

  /// Reads the note with the number `?1`.
  static let query = "SELECT \(columns) FROM \(source) WHERE note.number = ?1"

  init(_ row: borrowing Statement) {
    self.init(
      id: row["id"], repository: row["repository"], commit: Commit(ofNote: row),
      text: Text(title: row["title"], body: row["body"], tags: TagList.tags(row["tags"])),
      version: row["version"], day: row["day"],
      createdAt: row.moment("created_at", "created_offset"),
      updatedAt: row.moment("updated_at", "updated_offset"),
      deletedAt: row.optionalMoment("deleted_at", "deleted_offset"))
    needsLook = row["needs_look"]
    followed = (row["places"] as String?).map(PlaceList.followed) ?? []
  }
}

extension Commit {
  /// The commit of a note; `nil` for a note on the repository.
  init?(ofNote row: borrowing Statement) {
    guard let sha: String = row["sha"] else { return nil }
    self.init(
      sha: sha, subject: row["subject"], author: row["author"],
      date: row.moment("authored_at", "authored_offset"), patchID: row["patch"])
  }
}

// MARK: Writing

extension Journal {
  /// - Parameter day: the user's day, which may end after midnight.
  public func add(
    _ text: Text, to place: NotePlace, on day: Day? = nil, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      var state = RecordState(text, on: day ?? moment.day)
      state.place = try stored(place)
      let number = try insert(
        .note, id: Identifier.random().text, state, createdAt: moment)
      return try self.note(number)
    }
  }

  /// Changes a note that is not deleted, unless it was changed since `version` was read.
  func change(
    _ id: Identifier, basedOn version: Int, _ change: (Record) throws(JournalError) -> Void
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let record = try record(.note(id))
      guard record.version == version, !record.isDeleted else {
        throw .changedMeanwhile(.note(id.text))
      }
      try change(record)
      return try note(record.number)
    }
  }
}
