import Diary
import SQLite

/// What is read of a note.
enum NoteColumn: Int32, RowColumns {
  case number, id, repository, sha, subject, author, authored_at, authored_offset, patch, day
  case version, created_at, created_offset, updated_at, updated_offset, deleted_at
  case deleted_offset, tags, title, body

  var sql: String {
    switch self {
    case .repository: "repository.name"
    case .tags: TagList.query(of: "note.number")
    default: "note.\(self)"
    }
  }
}

/// How a note stands in a row of the table.
enum NoteRow {
  static let source = "note JOIN repository ON repository.id = note.repository"

  static func note(_ row: borrowing Statement) -> (number: Int64, note: Note) {
    let commit = row.optionalText(NoteColumn.sha).map { sha in
      Commit(
        sha: sha, subject: row.text(NoteColumn.subject), author: row.text(NoteColumn.author),
        date: row.moment(NoteColumn.authored_at, NoteColumn.authored_offset),
        patchID: row.optionalText(NoteColumn.patch))
    }
    let note = Note(
      id: Identifier(stored: row.text(NoteColumn.id)),
      repository: Repository(name: row.text(NoteColumn.repository)), commit: commit,
      text: NoteText(
        title: row.text(NoteColumn.title), body: row.text(NoteColumn.body),
        tags: TagList.tags(row.text(NoteColumn.tags))),
      version: row.int(NoteColumn.version), day: Day(number: row.int(NoteColumn.day)),
      createdAt: row.moment(NoteColumn.created_at, NoteColumn.created_offset),
      updatedAt: row.moment(NoteColumn.updated_at, NoteColumn.updated_offset),
      deletedAt: row.optionalMoment(NoteColumn.deleted_at, NoteColumn.deleted_offset))
    return (row.integer(NoteColumn.number), note)
  }
}
