public import Diary
public import JSON
public import Journal
public import Terminal

/// To-dos as a table: the number or id, the state and the text.
public struct ToDoList: Sendable {
  public let toDos: [FoundToDo]
  public let context: ViewContext
  /// The day whose to-dos are shown by number. Those of other days are shown by id.
  public var day: Day?
  /// Whether each row shows the day of its list.
  public var showsDays = false

  public init(toDos: [FoundToDo], context: ViewContext, day: Day? = nil, showsDays: Bool = false) {
    self.toDos = toDos
    self.context = context
    self.day = day
    self.showsDays = showsDays
  }

  public var table: Table {
    Table(
      columns: [
        Table.Column(alignment: day == nil ? .leading : .trailing), .whole, .whole, .flexible,
      ], count: toDos.count
    ) { index in
      let toDo = toDos[index].toDo
      return [
        StyledText(toDo.day == day ? String(toDo.number) : toDos[index].shortID, .id),
        StyledText(showsDays ? context.shortDate(toDo.day) : "", .date),
        Self.box(toDo),
        StyledText(toDo.text, toDo.isDone ? .faint : .plain),
      ]
    }
  }

  /// The state in characters, so that it does not depend on color and can be read by a screen
  /// reader.
  static func box(_ toDo: ToDo) -> StyledText {
    toDo.isDone ? StyledText("[x]", .success) : StyledText("[ ]")
  }
}

/// The JSON of to-dos.
public enum ToDoJSON {
  public static func toDo(_ toDo: ToDo) -> JSONValue {
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

  public static func toDos(_ toDos: [ToDo]) -> JSONValue {
    ["todos": .array(toDos.map(toDo))]
  }
}

/// The to-dos that a search found, each with its day and with the matches highlighted.
struct ToDoSearchView {
  let toDos: [FoundToDo]
  let query: SearchQuery
  let context: ViewContext

  func lines() -> [StyledText] {
    let highlighter = MatchHighlighter(query: query, context: context)
    let rows = toDos.map { found in
      [
        StyledText(found.shortID, .id),
        StyledText(context.shortDate(found.toDo.day), .date),
        ToDoList.box(found.toDo),
        highlighter.highlighted(found.toDo.text),
      ]
    }
    return Table(columns: [.whole, .whole, .whole, .flexible], rows: rows)
      .lines(on: context.screen)
  }
}
