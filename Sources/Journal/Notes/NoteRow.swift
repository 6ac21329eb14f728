import Diary
import JSON
import SQLite

/// How a note stands in a row of the table.
enum NoteRow {
  static let columns = """
    note.number, note.id, repository.name, note.sha, note.subject, note.author, note.authored_at,
    note.authored_offset, note.patch, note.version, note.title, note.body, note.created_at,
    note.created_offset, note.updated_at, note.updated_offset, note.deleted_at,
    note.deleted_offset,
    (SELECT json_group_array(tag) FROM
      (SELECT tag FROM note_tag WHERE note_tag.note = note.number ORDER BY place)),
    note.created_day
    """

  static let source = "note JOIN repository ON repository.id = note.repository"

  static func note(_ row: borrowing Statement) -> (number: Int64, note: Note) {
    let commit = row.optionalText(3).map { sha in
      Commit(
        sha: sha, subject: row.text(4), author: row.text(5),
        date: Moment(Instant(secondsSince1970: row.integer(6)), offset: row.int(7)),
        patchID: row.optionalText(8))
    }
    let deletedAt = row.optionalInteger(16).map {
      Moment(Instant(secondsSince1970: $0), offset: row.int(17))
    }
    let note = Note(
      id: Identifier(stored: row.text(1)), repository: Repository(name: row.text(2)),
      commit: commit,
      text: NoteText(title: row.text(10), body: row.text(11), tags: tags(row.text(18))),
      version: row.int(9), day: Day(number: row.int(19)),
      createdAt: Moment(Instant(secondsSince1970: row.integer(12)), offset: row.int(13)),
      updatedAt: Moment(Instant(secondsSince1970: row.integer(14)), offset: row.int(15)),
      deletedAt: deletedAt)
    return (row.integer(0), note)
  }

  /// Tags as a list in one column.
  static func tags(_ text: String) -> [String] {
    if text == "[]" { return [] }
    // What stands there was written by us or by SQLite itself; only damage makes it unreadable.
    guard let list = try? JSONParser.parse(Array(text.utf8)) else { return [] }
    return list.array?.compactMap(\.string) ?? []
  }

  static func text(_ tags: [String]) -> String {
    JSONValue.array(tags.map(JSONValue.string)).text(.compact)
  }
}
