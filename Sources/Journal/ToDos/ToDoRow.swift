import Diary
import SQLite

/// How a to-do stands in a row of the table.
enum ToDoRow {
  static let columns = """
    todo.serial, todo.id, todo.day, todo.number, todo.text, todo.version, todo.done_at,
    todo.done_offset, todo.created_at, todo.created_offset, todo.updated_at, todo.updated_offset,
    todo.deleted_at, todo.deleted_offset, todo.origin, todo.done_day
    """

  static func toDo(_ row: borrowing Statement) -> (serial: Int64, toDo: ToDo) {
    let toDo = ToDo(
      id: Identifier(stored: row.text(1)), day: Day(number: row.int(2)), number: row.int(3),
      text: row.text(4), version: row.int(5),
      doneOn: row.optionalInteger(15).map { Day(number: Int($0)) }, doneAt: row.optionalMoment(6),
      createdAt: row.moment(8), updatedAt: row.moment(10), deletedAt: row.optionalMoment(12),
      // What came without a uuid is known by its day and text.
      uuid: row.optionalText(14).flatMap(Identifier.uuid))
    return (row.integer(0), toDo)
  }
}
