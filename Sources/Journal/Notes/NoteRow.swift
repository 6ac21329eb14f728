public import Diary
import SQLite

// All SQL that names the columns of one note: reading, adding and changing it.

/// The columns that are read of a note.
enum NoteColumn: String, RowColumns {
  case number, id, repository, sha, subject, author, authoredAt, authoredOffset, patch, day
  case version, createdAt, createdOffset, updatedAt, updatedOffset, deletedAt
  case deletedOffset, tags, places, title, body

  var sql: String {
    switch self {
    case .repository: "repository.name"
    case .tags: TagList.query(of: "note.number")
    case .places: PlaceList.query(of: "note.sha")
    default: "note.\(name)"
    }
  }
}

/// Converts a row to a note.
enum NoteRow {
  static let source = "note JOIN repository ON repository.id = note.repository"

  static func note(_ row: borrowing Statement) -> (number: Int64, note: Note) {
    let commit = row.optionalText(NoteColumn.sha).map { sha in
      Commit(
        sha: sha, subject: row.text(NoteColumn.subject), author: row.text(NoteColumn.author),
        date: row.moment(NoteColumn.authoredAt, NoteColumn.authoredOffset),
        patchID: row.optionalText(NoteColumn.patch))
    }
    var note = Note(
      id: Identifier(stored: row.text(NoteColumn.id)),
      repository: Repository(name: row.text(NoteColumn.repository)), commit: commit,
      text: NoteText(
        title: row.text(NoteColumn.title), body: row.text(NoteColumn.body),
        tags: TagList.tags(row.text(NoteColumn.tags))),
      version: row.int(NoteColumn.version), day: Day(number: row.int(NoteColumn.day)),
      createdAt: row.moment(NoteColumn.createdAt, NoteColumn.createdOffset),
      updatedAt: row.moment(NoteColumn.updatedAt, NoteColumn.updatedOffset),
      deletedAt: row.optionalMoment(NoteColumn.deletedAt, NoteColumn.deletedOffset))
    note.followed = row.optionalText(NoteColumn.places).map(PlaceList.followed) ?? []
    return (row.integer(NoteColumn.number), note)
  }
}

// MARK: Writing

extension Journal {
  /// - Parameter day: the user's day, which may end after midnight.
  public func add(
    _ note: NewNote, on day: Day? = nil, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let repository = try row(
        of: note.repository, root: note.root, previousName: note.previousName)
      let number = try insert(
        .note, id: Identifier.random().text, note.text.content, of: day ?? moment.day,
        createdAt: moment,
        columns: StoredPlace(repository: repository, commit: note.commit).columns)
      return try self.note(number)
    }
  }

  /// Adds a version to the note, unless it was changed since `version` was read.
  public func edit(
    _ id: Identifier, to text: NoteText, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let record = try record(of: id)
      guard record.version == version, !record.isDeleted else {
        throw .changedMeanwhile(id: id.text)
      }
      try change(record, to: text.content, at: moment)
      return try note(record.number)
    }
  }
}
