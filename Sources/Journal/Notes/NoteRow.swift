import Diary
import SQLite

/// The columns that are read of a note.
enum NoteColumn: Int32, RowColumns {
  case number, id, repository, sha, subject, author, authoredAt, authoredOffset, patch, day
  case version, createdAt, createdOffset, updatedAt, updatedOffset, deletedAt
  case deletedOffset, tags, title, body

  var sql: String {
    switch self {
    case .repository: "repository.name"
    case .tags: TagList.query(of: "note.number")
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
    let note = Note(
      id: Identifier(stored: row.text(NoteColumn.id)),
      repository: Repository(name: row.text(NoteColumn.repository)), commit: commit,
      text: NoteText(
        title: row.text(NoteColumn.title), body: row.text(NoteColumn.body),
        tags: TagList.tags(row.text(NoteColumn.tags))),
      version: row.int(NoteColumn.version), day: Day(number: row.int(NoteColumn.day)),
      createdAt: row.moment(NoteColumn.createdAt, NoteColumn.createdOffset),
      updatedAt: row.moment(NoteColumn.updatedAt, NoteColumn.updatedOffset),
      deletedAt: row.optionalMoment(NoteColumn.deletedAt, NoteColumn.deletedOffset))
    return (row.integer(NoteColumn.number), note)
  }
}
