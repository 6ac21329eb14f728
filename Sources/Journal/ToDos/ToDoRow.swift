import Diary
import SQLite

/// The columns that are read of a to-do.
enum ToDoColumn: Int32, RowColumns {
  case number, id, day, place, text, version, doneAt, doneOffset, doneDay, origin
  case createdAt, createdOffset, updatedAt, updatedOffset, deletedAt, deletedOffset

  var sql: String { "todo.\(name)" }
}

/// Converts a row to a to-do.
enum ToDoRow {
  static func toDo(_ row: borrowing Statement) -> ToDo {
    ToDo(
      id: Identifier(stored: row.text(ToDoColumn.id)), day: Day(number: row.int(ToDoColumn.day)),
      number: row.int(ToDoColumn.place), text: row.text(ToDoColumn.text),
      version: row.int(ToDoColumn.version),
      doneOn: row.optionalInteger(ToDoColumn.doneDay).map { Day(number: Int($0)) },
      doneAt: row.optionalMoment(ToDoColumn.doneAt, ToDoColumn.doneOffset),
      createdAt: row.moment(ToDoColumn.createdAt, ToDoColumn.createdOffset),
      updatedAt: row.moment(ToDoColumn.updatedAt, ToDoColumn.updatedOffset),
      deletedAt: row.optionalMoment(ToDoColumn.deletedAt, ToDoColumn.deletedOffset),
      // The origin of a to-do without a UUID is its day and text.
      uuid: row.optionalText(ToDoColumn.origin).flatMap(Identifier.uuid))
  }
}
