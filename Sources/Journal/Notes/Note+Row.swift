public import Diary
import Records
import SQLite

extension Note {
  static let columns = """
    \(Record.columns(of: "note")), \(PlaceList.query(of: "note.sha")) AS places,
    \(TextToLookAt.query(of: "note.number"))
    """
  static let source = "note JOIN repository ON repository.id = note.repository"

  /// Reads the note with the number `?1`.
  static let query = "SELECT \(columns) FROM note WHERE number = ?1"

  init(_ row: borrowing Statement) {
    let record = Record(row)
    let place = record.state.place
    self.init(
      id: Identifier(stored: record.id), repository: place?.repository ?? Repository(name: ""),
      commit: place?.commit, text: NoteText(record.content), version: record.version,
      day: record.day, createdAt: record.createdAt, updatedAt: record.updatedAt,
      deletedAt: record.state.deletedAt)
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
    _ text: NoteText, to place: NotePlace, on day: Day? = nil, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      var state = RecordState(text.content, on: day ?? moment.day)
      state.place = try stored(place)
      let number = try insert(
        .note, id: Identifier.random().text, state, createdAt: moment)
      return try self.note(number)
    }
  }

  /// Adds a version to the note, unless it was changed since `version` was read.
  public func edit(
    _ id: Identifier, to text: NoteText, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    try change(id, basedOn: version) { (record) throws(JournalError) in
      try change(record, to: text.content, at: moment)
    }
  }

  /// Changes a note that is not deleted, unless it was changed since `version` was read.
  func change(
    _ id: Identifier, basedOn version: Int, _ change: (Record) throws(JournalError) -> Void
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let record = try record(of: id)
      guard record.version == version, !record.isDeleted else {
        throw .changedMeanwhile(.note(id.text))
      }
      try change(record)
      return try note(record.number)
    }
  }
}
