import Diary
import Records
import SQLite

extension ToDo {
  static let columns = """
    id, day, text, version, done_at, done_offset, done_day, due, wait, priority, every,
    occurrence, \(TagList.query(of: "todo.number")) AS tags,
    (SELECT number FROM todo_number WHERE record = todo.number) AS number, created_at,
    created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
    \(TextToLookAt.query(of: "todo.number"))
    """

  /// Reads the to-do with the number `?1`.
  static let query = "SELECT \(columns) FROM todo WHERE number = ?1"

  init(_ row: borrowing Statement) {
    self.init(
      id: row["id"], day: row["day"], number: row["number"],
      details: Details(
        text: row["text"], tags: TagList.tags(row["tags"]), due: row["due"], wait: row["wait"],
        priority: (row["priority"] as String?).flatMap { ToDo.Priority($0) },
        recurrence: (row["every"] as String?).flatMap { Recurrence($0, of: nil, due: nil) }),
      version: row["version"], doneOn: row["done_day"],
      doneAt: row.optionalMoment("done_at", "done_offset"),
      createdAt: row.moment("created_at", "created_offset"),
      updatedAt: row.moment("updated_at", "updated_offset"),
      deletedAt: row.optionalMoment("deleted_at", "deleted_offset"),
      occurrence: row["occurrence"])
    needsLook = row["needs_look"]
  }
}
