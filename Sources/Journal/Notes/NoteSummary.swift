public import Diary
import SQLite

/// As much of a note as a line of a list shows.
public struct NoteSummary: Hashable, Sendable {
  /// The shortest beginning that no other id has.
  public internal(set) var id: String
  public let repository: Repository
  /// The beginning of the commit's id.
  public let commit: String?
  /// The title; for a note without one, the beginning of its body.
  public let title: String
  public let tags: [String]
  public let day: Day
}

extension NoteSummary {
  public init(_ found: FoundNote) {
    let note = found.note
    self.init(
      id: found.shortID, repository: note.repository, commit: note.commit?.shortSHA,
      title: note.text.title.isEmpty ? note.text.body : note.text.title, tags: note.text.tags,
      day: note.day)
  }

  static let columns = """
    note.id, repository.name, substr(note.sha, 1, 7), note.created_day,
    CASE note.title WHEN '' THEN substr(note.body, 1, 500) ELSE note.title END,
    (SELECT json_group_array(tag) FROM
      (SELECT tag FROM note_tag WHERE note_tag.note = note.number ORDER BY place))
    """

  init(_ row: borrowing Statement) {
    self.init(
      id: row.text(0), repository: Repository(name: row.text(1)), commit: row.optionalText(2),
      title: row.text(4), tags: NoteRow.tags(row.text(5)), day: Day(number: row.int(3)))
  }
}
