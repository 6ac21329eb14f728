import App
import Arguments
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary todo list`: what is to be done, and apart from it what was left undone.
struct ToDoListCommand: Command {
  var from: DayArgument?
  var to: DayArgument?
  var day: DayArgument?
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

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let filter = try filter(in: app)
    let toDos = try await journal.toDos(filter)
    let leftOver = isOfToday ? try await journal.openToDos(before: app.clock.today) : []
    if app.options.wantsJSON {
      return try app.output.show(ToDoJSON.toDos((leftOver + toDos).map(\.toDo)))
    }
    if toDos.isEmpty {
      app.output.note(isDeleted ? .toDoNoneDeleted : .toDoNone)
      if leftOver.isEmpty && isOfToday { app.output.note(.toDoNoneHint, .faint) }
    }
    let parts = [
      try lists(toDos, in: app), lines(leftOver: leftOver, in: app),
    ]
    try app.output.show(Array(parts.filter { !$0.isEmpty }.joined(separator: [""])))
    if !leftOver.isEmpty { app.output.note(.toDoCarryHint, .faint) }
  }

  private var isOfToday: Bool { from == nil && to == nil && day == nil && !isDeleted }

  private func filter(in app: App) throws -> ToDoFilter {
    var filter = ToDoFilter()
    if from != nil || to != nil {
      (filter.since, filter.until) = try app.span(from, to)
    } else if day != nil || !isDeleted {
      let day = try app.listDay(day)
      (filter.since, filter.until) = (day, day)
    }
    filter.isDeleted = isDeleted
    return filter
  }

  /// The list of each day, under its date where there may be several.
  private func lists(_ toDos: [FoundToDo], in app: App) throws -> [StyledText] {
    let named = try app.listDay(day)
    if from == nil && to == nil && !isDeleted {
      return ToDoList(toDos: toDos, context: app.context, day: named).table
        .lines(on: app.output.screen)
    }
    let days = Dictionary(grouping: toDos, by: \.toDo.day).sorted { $0.key < $1.key }
    let lists = days.map { day, toDos in
      app.output.wrapped(StyledText(app.reader.dateWithWeekday(day), .heading))
        + ToDoList(toDos: toDos, context: app.context, day: named).table
        .lines(on: app.output.screen)
    }
    return Array(lists.joined(separator: [""]))
  }

  private func lines(leftOver: [FoundToDo], in app: App) -> [StyledText] {
    if leftOver.isEmpty { return [] }
    return app.output.wrapped(app.output.styled(.toDoLeftOver, .heading))
      + ToDoList(toDos: leftOver, context: app.context, showsDays: true).table
      .lines(on: app.output.screen)
  }
}
