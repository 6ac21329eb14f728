import Diary
import SQLite

/// The columns that are read of a to-do.
enum ToDoColumn: String, RowColumns {
  case number, id, day, place, text, version, doneAt, doneOffset, doneDay, origin
  case due, priority, every, occurrence, foreignFields, tags
  case createdAt, createdOffset, updatedAt, updatedOffset, deletedAt, deletedOffset

  var sql: String { self == .tags ? TagList.query(of: "todo.number") : "todo.\(name)" }
}

/// Converts a row to a to-do.
enum ToDoRow {
  static func toDo(_ row: borrowing Statement) -> ToDo {
    ToDo(
      id: Identifier(stored: row.text(ToDoColumn.id)), day: Day(number: row.int(ToDoColumn.day)),
      number: row.int(ToDoColumn.place), text: row.text(ToDoColumn.text),
      version: row.int(ToDoColumn.version),
      doneOn: day(.doneDay, in: row),
      doneAt: row.optionalMoment(ToDoColumn.doneAt, ToDoColumn.doneOffset),
      createdAt: row.moment(ToDoColumn.createdAt, ToDoColumn.createdOffset),
      updatedAt: row.moment(ToDoColumn.updatedAt, ToDoColumn.updatedOffset),
      deletedAt: row.optionalMoment(ToDoColumn.deletedAt, ToDoColumn.deletedOffset),
      tags: TagList.tags(row.text(ToDoColumn.tags)),
      due: day(.due, in: row),
      priority: row.optionalText(ToDoColumn.priority).flatMap { ToDo.Priority($0) },
      recurrence: row.optionalText(ToDoColumn.every).flatMap {
        Recurrence($0, of: nil, due: nil)
      },
      occurrence: day(.occurrence, in: row),
      // The origin of a to-do without a UUID is its day and text.
      uuid: row.optionalText(ToDoColumn.origin).flatMap(Identifier.uuid),
      foreign: row.optionalText(ToDoColumn.foreignFields))
  }

  private static func day(_ column: ToDoColumn, in row: borrowing Statement) -> Day? {
    row.optionalInteger(column).map { Day(number: Int($0)) }
  }
}
