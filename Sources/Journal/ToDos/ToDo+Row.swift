import Diary
import Records
import SQLite

extension ToDo {
  static let columns = """
    id, day, body, version, done_at, done_offset, done_day, due, occurrence, others,
    \(TagList.query(of: "todo.number")) AS tags,
    (SELECT number FROM todo_number WHERE record = todo.number) AS number, created_at,
    created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
    \(TextToLookAt.query(of: "todo.number"))
    """

  static let rows = RecordKind.toDo.rows

  /// Reads the to-do with the number `?1`.
  static let query = "SELECT \(columns) FROM \(rows) WHERE number = ?1"

  init(_ row: borrowing Statement) {
    var packed = PackedMembers(row["others"])
    let (rule, priority) = (packed.takeText("every"), packed.takeText("priority"))
    self.init(
      id: row["id"], day: row["day"], number: row["number"],
      details: Details(
        text: row["body"], tags: TagList.tags(row["tags"]), due: row["due"],
        priority: priority.flatMap { ToDo.Priority($0) },
        recurrence: rule.flatMap { Recurrence($0, of: nil, due: nil) }),
      version: row["version"], doneOn: row["done_day"],
      doneAt: row.optionalMoment("done_at", "done_offset"),
      createdAt: row.moment("created_at", "created_offset"),
      updatedAt: row.moment("updated_at", "updated_offset"),
      deletedAt: row.optionalMoment("deleted_at", "deleted_offset"),
      occurrence: row["occurrence"])
    needsLook = row["needs_look"]
  }
}
