public import Diary
import Records
import SQLite

/// The part of a note that a list shows.
public struct NoteSummary: Hashable, Sendable {
  public let id: Identifier
  /// The shortest unique prefix of the ID.
  public internal(set) var shortID: String
  public let repository: Repository
  /// The abbreviated SHA of the commit, or of the one that continues it.
  public let commit: String?
  /// The title; for a note without one, the beginning of its body.
  public let title: String
  public let tags: [String]
  public let day: Day
  /// Whether devices have changed it so that the user should look at its versions.
  public let needsLook: Bool
}

extension NoteSummary {
  public init(_ found: FoundNote) {
    let note = found.note
    self.init(
      id: note.id, shortID: found.shortID, repository: note.repository,
      commit: note.currentCommit?.shortSHA,
      title: Self.title(of: note.text), tags: note.text.tags, day: note.day,
      needsLook: note.needsLook)
  }

  /// The title; for a text without one, its body.
  public static func title(of text: Text) -> String {
    text.title.isEmpty ? text.body : text.title
  }

  static let columns = """
    note.id, repository.name AS repository,
    coalesce(\(PlaceList.current(ofNote: "note")), substr(note.sha, 1, 7)) AS "commit",
    CASE note.title WHEN '' THEN substr(note.body, 1, 500) ELSE note.title END AS title,
    \(TagList.query(of: "note.number")) AS tags, note.day,
    \(TextToLookAt.query(of: "note.number"))
    """

  init(_ row: borrowing Statement) {
    self.init(
      id: row["id"], shortID: row["id"], repository: row["repository"],
      commit: row["commit"], title: row["title"],
      tags: TagList.tags(row["tags"]), day: row["day"], needsLook: row["needs_look"])
  }
}
