public import Diary
public import JSON
public import Journal
public import Localization
public import Terminal

// To-dos in human-readable form and as JSON.

extension ViewContext {
  /// The number or id of each to-do, the state, and the text with its due date and tags.
  ///
  /// - Parameter day: the day of the list; `nil` if it has to-dos of several days.
  public func table(of toDos: [FoundToDo], on day: Day?) -> Table {
    let isNumbered = toDos.allSatisfy { $0.toDo.number(on: today) != nil }
    let alignment: Alignment = isNumbered ? .trailing : .leading
    return Table(
      columns: [Table.Column(alignment: alignment), .whole, .wrapped], count: toDos.count
    ) { index in
      let toDo = toDos[index].toDo
      return [StyledText(toDos[index].name(on: today), .id), toDo.box, text(of: toDo, on: day)]
    }
  }

  /// The text, followed by everything else that is known about the to-do.
  func text(of toDo: ToDo, on day: Day?) -> StyledText {
    let text = StyledText(toDo.text, toDo.isDone ? .remark : .plain)
    return ([toDo.priorityMark + text] + details(of: toDo, on: day)).joined(separator: "  ")
  }

  /// What follows the text, the most important first.
  public func details(of toDo: ToDo, on day: Day? = nil) -> [StyledText] {
    var parts: [StyledText] = []
    if toDo.needsLook { parts.append(lookMark) }
    if !toDo.isDone, let due = toDo.due {
      let date = shortDate(due)
      parts.append(
        due < today
          ? styled(.toDoOverdue(day: date), .overdue)
          : styled(.toDoDue(day: date), .day))
    }
    if !toDo.isDone, toDo.day > today, toDo.day != day, toDo.day != toDo.due {
      parts.append(styled(.toDoOn(day: shortDate(toDo.day)), .day))
    }
    if !toDo.isDone, let recurrence = toDo.recurrence {
      parts.append(StyledText(reader.recurrence(recurrence.rule), .remark))
    }
    // Tags in the text are not shown a second time.
    let tags = toDo.content.withoutTagsInText.tags
    if !tags.isEmpty { parts.append(StyledText(tags: tags)) }
    return parts
  }
}

extension ViewContext {
  /// A to-do by itself: its text, its day, and what else is known about it.
  public func page(of found: FoundToDo) -> [StyledText] {
    let toDo = found.toDo
    let day = toDo.doneOn ?? toDo.day
    let facts =
      [StyledText(found.shortID, .id), StyledText(reader.dateWithWeekday(day), .day)]
      + details(of: toDo, on: toDo.day)
    return wrapped(toDo.box + " " + toDo.priorityMark + StyledText(toDo.text, .heading), indent: 4)
      + wrapped(facts.joined(separator: "  "))
  }
}

// What was left over from earlier days.

extension [FoundToDo] {
  /// Today's list without the backlog: after ten open to-dos of earlier days that have no due date, the
  /// others are only counted.
  public func withoutBacklog(on today: Day) -> (shown: [FoundToDo], backlog: [FoundToDo]) {
    let limit = 10
    var (shown, backlog): ([FoundToDo], [FoundToDo]) = ([], [])
    var count = 0
    for found in self {
      let isLeftOver = !found.toDo.isDone && found.toDo.due == nil && found.toDo.day < today
      if isLeftOver { count += 1 }
      if isLeftOver && count > limit { backlog.append(found) } else { shown.append(found) }
    }
    // One line instead of one row would save nothing.
    return backlog.count > 1 ? (shown, backlog) : (self, [])
  }
}

extension ViewContext {
  /// How many to-dos of earlier days are not shown, by age.
  public func backlog(_ toDos: [FoundToDo]) -> Message {
    let ages = toDos.map { today - $0.toDo.day }
    let counts: [(Message, Int)] = [
      (.toDoAgeMonth, ages.count { $0 <= 31 }),
      (.toDoAgeYear, ages.count { (32...365).contains($0) }),
      (.toDoAgeOlder, ages.count { $0 > 365 }),
    ]
    let parts = counts.filter { $0.1 > 0 }.map { label, count in
      MessageArgument.message(.labeled(label: label, text: reader.write(count)))
    }
    return .toDoBacklog(
      count: toDos.count, ages: MessageArgument.enumeration(parts),
      command: "commitdiary todo list --open")
  }
}

extension ToDo {
  /// `(A) `, in front of the text.
  public var priorityMark: StyledText {
    details.priority.map { StyledText("(\($0.letter)) ", .bold) } ?? ""
  }

  /// The state in characters, so that it does not depend on color and can be read by a screen
  /// reader.
  public var box: StyledText { isDone ? StyledText("[x]", .success) : StyledText("[ ]") }

  /// - Parameter today: the day on which numbers are shown.
  public func json(on today: Day) -> JSONValue {
    [
      "id": .string(id.text),
      "day": .string(day.description),
      "number": number(on: today).map { .integer($0) } ?? .null,
      "text": .string(details.text),
      "done": .bool(isDone),
      "doneAt": JSONValue(doneAt?.instant.description),
      "createdAt": .string(createdAt.instant.description),
      "deletedAt": JSONValue(deletedAt?.instant.description),
      "due": JSONValue(details.due?.description),
      "priority": JSONValue(details.priority?.letter),
      "every": JSONValue(details.recurrence?.rule.description),
      "tags": .array(details.tags.map(JSONValue.string)),
    ]
  }
}

extension [ToDo] {
  public func json(on today: Day) -> JSONValue {
    ["todos": .array(map { $0.json(on: today) })]
  }
}
