import Diary
import Journal
import Terminal

/// To-dos as a table: by what to name each, whether it is done, and its text.
struct ToDoList {
  let toDos: [FoundToDo]
  let session: Session
  /// The day by whose numbers they can be named; those of other days are named by their ids.
  var day: Day?
  /// Whether each says on which day's list it stands.
  var showsDays = false

  var table: Table {
    Table(
      columns: [
        Table.Column(alignment: day == nil ? .leading : .trailing), .whole, .whole, .flexible,
      ], count: toDos.count
    ) { index in
      let toDo = toDos[index].toDo
      return [
        StyledText(toDo.day == day ? String(toDo.number) : toDos[index].shortID, .id),
        StyledText(showsDays ? session.shortDate(toDo.day) : "", .date),
        Self.box(toDo),
        StyledText(toDo.text, toDo.isDone ? .faint : .plain),
      ]
    }
  }

  /// Seen without colour, and read aloud as what it is.
  static func box(_ toDo: ToDo) -> StyledText {
    toDo.isDone ? StyledText("[x]", .success) : StyledText("[ ]")
  }
}
