import Diary
import Records
import SQLite

extension ToDo {
  static let columns = """
    \(Record.columns(of: "todo")),
    (SELECT number FROM todo_number WHERE record = todo.number) AS todo_number,
    \(TextToLookAt.query(of: "todo.number"))
    """

  /// Reads the to-do with the number `?1`.
  static let query = "SELECT \(columns) FROM todo WHERE number = ?1"

  init(_ row: borrowing Statement) {
    let record = Record(row)
    let state = record.state
    self.init(
      id: Identifier(stored: record.id), day: record.day, number: row["todo_number"],
      text: state.text.body, version: record.version, doneOn: state.done?.day,
      doneAt: state.done?.at, createdAt: record.createdAt, updatedAt: record.updatedAt,
      deletedAt: state.deletedAt, tags: state.text.tags, due: state.due, wait: state.wait,
      priority: state.priority.flatMap { ToDo.Priority($0) },
      recurrence: state.series?.recurrence,
      occurrence: state.series?.occurrence)
    needsLook = row["needs_look"]
  }
}
