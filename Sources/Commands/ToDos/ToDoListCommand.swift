import Arguments
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary todo list`: what is to be done, and apart from it what was left undone.
struct ToDoListCommand: Command {
  var from: DayWord?
  var to: DayWord?
  var day: DayWord?
  var isDeleted = false

  static let declaration = Declaration<Self>(
    .toDoListSummary, details: .toDoListDetails,
    examples: [
      Example("todo list", .toDoListExample),
      Example("todo list --from 'last monday' --to today", .toDoListExampleSpan),
    ],
    rules: [.exclusive(["day", "from"]), .exclusive(["day", "to"])],
    [
      .option("from", help: .optionToDoFrom) { $0.from = $1 },
      .option("to", help: .optionToDoTo) { $0.to = $1 },
      .option("day", help: .optionToDoDay) { $0.day = $1 },
      .flag("deleted", help: .optionDeleted) { $0.isDeleted = true },
    ])

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .reading)
    let filter = try filter(in: session)
    let toDos = try await journal.toDos(filter)
    let leftOver = isOfToday ? try await journal.openToDos(before: session.today) : []
    if session.globals.wantsJSON {
      return try session.show(ToDoJSON.toDos((leftOver + toDos).map(\.toDo)))
    }
    if toDos.isEmpty {
      session.say(isDeleted ? .toDoNoneDeleted : .toDoNone)
      if leftOver.isEmpty && isOfToday { session.say(.toDoNoneHint, .faint) }
    }
    let parts = [
      try lists(toDos, in: session), lines(leftOver: leftOver, in: session),
    ]
    try session.show(Array(parts.filter { !$0.isEmpty }.joined(separator: [""])))
    if !leftOver.isEmpty { session.say(.toDoCarryHint, .faint) }
  }

  private var isOfToday: Bool { from == nil && to == nil && day == nil && !isDeleted }

  private func filter(in session: Session) throws -> ToDoFilter {
    var filter = ToDoFilter()
    if from != nil || to != nil {
      (filter.since, filter.until) = try session.span(from, to)
    } else if day != nil || !isDeleted {
      let day = try session.listDay(day)
      (filter.since, filter.until) = (day, day)
    }
    filter.isDeleted = isDeleted
    return filter
  }

  /// The list of each day, under its date where there may be several.
  private func lists(_ toDos: [FoundToDo], in session: Session) throws -> [StyledText] {
    let named = try session.listDay(day)
    if from == nil && to == nil && !isDeleted {
      return ToDoList(toDos: toDos, session: session, day: named).table
        .lines(on: session.screen)
    }
    let days = Dictionary(grouping: toDos, by: \.toDo.day).sorted { $0.key < $1.key }
    let lists = days.map { day, toDos in
      session.wrapped(StyledText(session.reader.dateWithWeekday(day), .heading))
        + ToDoList(toDos: toDos, session: session, day: named).table
        .lines(on: session.screen)
    }
    return Array(lists.joined(separator: [""]))
  }

  private func lines(leftOver: [FoundToDo], in session: Session) -> [StyledText] {
    if leftOver.isEmpty { return [] }
    return session.wrapped(session.styled(.toDoLeftOver, .heading))
      + ToDoList(toDos: leftOver, session: session, showsDays: true).table
      .lines(on: session.screen)
  }
}
