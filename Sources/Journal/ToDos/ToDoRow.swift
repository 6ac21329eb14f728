import Diary
import SQLite

/// What is read of a to-do.
enum ToDoColumn: Int32, RowColumns {
  case number, id, day, place, text, version, done_at, done_offset, done_day, origin
  case created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset

  var sql: String { "todo.\(self)" }
}

/// How a to-do stands in a row of the table.
enum ToDoRow {
  static func toDo(_ row: borrowing Statement) -> ToDo {
    ToDo(
      id: Identifier(stored: row.text(ToDoColumn.id)), day: Day(number: row.int(ToDoColumn.day)),
      number: row.int(ToDoColumn.place), text: row.text(ToDoColumn.text),
      version: row.int(ToDoColumn.version),
      doneOn: row.optionalInteger(ToDoColumn.done_day).map { Day(number: Int($0)) },
      doneAt: row.optionalMoment(ToDoColumn.done_at, ToDoColumn.done_offset),
      createdAt: row.moment(ToDoColumn.created_at, ToDoColumn.created_offset),
      updatedAt: row.moment(ToDoColumn.updated_at, ToDoColumn.updated_offset),
      deletedAt: row.optionalMoment(ToDoColumn.deleted_at, ToDoColumn.deleted_offset),
      // What came without a uuid is known by its day and text.
      uuid: row.optionalText(ToDoColumn.origin).flatMap(Identifier.uuid))
  }
}
