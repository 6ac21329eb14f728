import Diary
import JSON

/// To-dos as other programs read them.
enum ToDoJSON {
  static func toDo(_ toDo: ToDo) -> JSONValue {
    [
      "id": .string(toDo.id.text),
      "day": .string(toDo.day.description),
      "number": .integer(toDo.number),
      "text": .string(toDo.text),
      "done": .bool(toDo.isDone),
      "doneAt": JSONValue(toDo.doneAt?.instant.description),
      "createdAt": .string(toDo.createdAt.instant.description),
      "deletedAt": JSONValue(toDo.deletedAt?.instant.description),
    ]
  }

  static func toDos(_ toDos: [ToDo]) -> JSONValue {
    ["todos": .array(toDos.map(toDo))]
  }
}
