import Diary
import Records
import SQLite

extension Entry {
  static let columns = """
    day, title, body, \(TagList.query(of: "entry.number")) AS tags, weather, version, created_at,
    created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
    \(TextToLookAt.query(of: "entry.number"))
    """

  static let rows = RecordKind.entry.rows

  /// Reads the entry with the number `?1`.
  static let query = "SELECT \(columns) FROM \(rows) WHERE number = ?1"

  init(_ row: borrowing Statement) {
    self.init(
      day: row["day"],
      text: Text(title: row["title"], body: row["body"], tags: TagList.tags(row["tags"])),
      weather: row["weather"], version: row["version"],
      createdAt: row.moment("created_at", "created_offset"),
      updatedAt: row.moment("updated_at", "updated_offset"),
      deletedAt: row.optionalMoment("deleted_at", "deleted_offset"))
    needsLook = row["needs_look"]
  }
}
