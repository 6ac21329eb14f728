public import Diary
public import JSON
public import Journal
import Localization
public import Terminal

/// To-dos as a table: the number or id, the state, and the text with its due date and tags.
public struct ToDoList: Sendable {
  public let toDos: [FoundToDo]
  public let context: ViewContext
  /// The day of the list; `nil` if it has to-dos of several days.
  public var day: Day?
  /// Whether texts are wrapped instead of being truncated.
  public var isWhole = false

  public init(
    toDos: [FoundToDo], context: ViewContext, day: Day? = nil, isWhole: Bool = false
  ) {
    self.toDos = toDos
    self.context = context
    self.day = day
    self.isWhole = isWhole
  }

  public var table: Table {
    let isNumbered = toDos.allSatisfy { $0.toDo.number(on: context.today) != nil }
    let alignment: Alignment = isNumbered ? .trailing : .leading
    return Table(
      columns: [Table.Column(alignment: alignment), .whole, isWhole ? .wrapped : .flexible],
      count: toDos.count
    ) { index in
      let toDo = toDos[index].toDo
      return [
        StyledText(toDos[index].name(on: context.today), .id),
        Self.box(toDo), text(of: toDo),
      ]
    }
  }

  /// The text, followed by everything else that is known about the to-do.
  func text(of toDo: ToDo) -> StyledText {
    let text = StyledText(toDo.text, toDo.isDone ? .remark : .plain)
    return ([Self.priority(of: toDo) + text] + details(of: toDo)).joined(separator: "  ")
  }

  /// `(A) `, in front of the text.
  public static func priority(of toDo: ToDo) -> StyledText {
    toDo.priority.map { StyledText("(\($0.letter)) ", .bold) } ?? ""
  }

  /// What follows the text, the most important first.
  public func details(of toDo: ToDo) -> [StyledText] {
    var parts: [StyledText] = []
    if toDo.needsLook { parts.append(context.lookMark) }
    if !toDo.isDone, let due = toDo.due {
      let date = context.shortDate(due)
      parts.append(
        due < context.today
          ? context.styled(.toDoOverdue(day: date), .overdue)
          : context.styled(.toDoDue(day: date), .day))
    }
    if !toDo.isDone, toDo.day > context.today, toDo.day != day {
      parts.append(context.styled(.toDoOn(day: context.shortDate(toDo.day)), .day))
    }
    if !toDo.isDone, let recurrence = toDo.recurrence {
      parts.append(StyledText(context.reader.recurrence(recurrence.rule), .remark))
    }
    // Tags in the text are not shown a second time.
    let tags = toDo.content.withoutTagsInText.tags
    if !tags.isEmpty { parts.append(NoteList.tags(tags)) }
    return parts
  }

  /// The state in characters, so that it does not depend on color and can be read by a screen
  /// reader.
  public static func box(_ toDo: ToDo) -> StyledText {
    toDo.isDone ? StyledText("[x]", .success) : StyledText("[ ]")
  }
}

/// The JSON of to-dos.
public enum ToDoJSON {
  /// - Parameter today: the day on which numbers are shown.
  public static func toDo(_ toDo: ToDo, on today: Day) -> JSONValue {
    [
      "id": .string(toDo.id.text),
      "day": .string(toDo.day.description),
      "number": toDo.number(on: today).map { .integer($0) } ?? .null,
      "text": .string(toDo.text),
      "done": .bool(toDo.isDone),
      "doneAt": JSONValue(toDo.doneAt?.instant.description),
      "createdAt": .string(toDo.createdAt.instant.description),
      "deletedAt": JSONValue(toDo.deletedAt?.instant.description),
      "due": JSONValue(toDo.due?.description),
      "priority": JSONValue(toDo.priority?.letter),
      "every": JSONValue(toDo.recurrence?.rule.description),
      "tags": .array(toDo.tags.map(JSONValue.string)),
    ]
  }

  public static func toDos(_ toDos: [ToDo], on today: Day) -> JSONValue {
    ["todos": .array(toDos.map { toDo($0, on: today) })]
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
      let text = highlighter.highlighted(found.toDo.text)
      let tags = highlighter.tags(found.toDo.tags, notIn: found.toDo.text)
      return [
        StyledText(found.shortID, .id),
        StyledText(context.shortDate(found.toDo.day), .day),
        ToDoList.box(found.toDo), tags.isEmpty ? text : text + "  " + tags,
      ]
    }
    return Table(columns: [.whole, .whole, .whole, .wrapped], rows: rows)
      .lines(on: context.screen)
  }
}
