import App
import Arguments
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary todo list`: lists the to-dos of a day. Today's list includes what earlier days left
/// open.
struct ToDoListCommand: Command {
  var from: DayArgument?
  var to: DayArgument?
  var day: DayArgument?
  var isDeleted = false
  var isOpen = false
  var isAll = false
  var tags: [String] = []

  static let declaration = Declaration<Self>(
    .toDoListSummary, details: .toDoListDetails,
    examples: [
      Example("todo list", .toDoListExample),
      Example("todo list --open --tag review", .toDoListExampleOpen),
      Example("todo list --from 'last monday' --to today", .toDoListExampleSpan),
    ],
    rules: [
      .exclusive(["day", "from"]), .exclusive(["day", "to"]),
      .exclusive(["all", "open", "deleted"]),
    ],
    [
      .option("from", help: .optionToDoFrom) { $0.from = $1 },
      .option("to", help: .optionToDoTo) { $0.to = $1 },
      .option("day", help: .optionToDoDay) { $0.day = $1 },
      .flag("open", help: .optionToDoOpen) { $0.isOpen = true },
      .flag("all", help: .optionToDoAll) { $0.isAll = true },
      .option("tag", help: .optionTagFilter, arity: .repeated, completion: .tags) {
        $0.tags.append($1)
      },
      .flag("deleted", help: .optionDeleted) { $0.isDeleted = true },
    ])

  func run(in app: App) async throws {
    let filter = try filter(in: app)
    await app.finishToDosInCommits()
    let journal = try await app.journal(for: .reading)
    let today = app.clock.today
    let isList = filter.since != nil && from == nil && to == nil && !isDeleted
    let isOfToday = isList && filter.since == today
    let toDos =
      if isOpen, filter.since == nil, filter.until == nil {
        try await journal.openToDos(on: today, tagged: filter.tags)
      } else if isList, let day = filter.since, day >= today {
        try await journal.toDos(
          listedOn: day, carrying: isOfToday && app.settings.carry == .auto, filter)
      } else {
        try await journal.toDos(filter, on: today)
      }
    if app.options.wantsJSON {
      return try app.output.show(
        ToDoJSON.toDos(
          toDos.map(\.toDo), on: today, listedOn: isOfToday || isOpen ? today : nil))
    }
    let isCarrying = isOfToday && app.settings.carry == .auto
    let leftOver = isOfToday && !isCarrying ? try await journal.openToDos(before: today) : []
    if toDos.isEmpty {
      app.output.note(isDeleted ? .toDoNoneDeleted : .toDoNone)
      if isOfToday, tags.isEmpty, leftOver.isEmpty { app.output.note(.toDoNoneHint, .faint) }
    }
    try app.output.show(lists(toDos, isOfToday: isOfToday || isOpen && !isList, in: app))
    if !leftOver.isEmpty { app.output.note(.todayLeftOver(count: leftOver.count), .faint) }
  }

  private func filter(in app: App) throws -> ToDoFilter {
    var filter = ToDoFilter()
    if from != nil || to != nil {
      (filter.since, filter.until) = try app.span(from, to)
    } else if day != nil || !isDeleted && !isOpen && !isAll {
      let day = try app.listDay(day)
      (filter.since, filter.until) = (day, day)
    }
    filter.isDeleted = isDeleted
    if isOpen { filter.isDone = false }
    filter.tags = try TextInput.tags(tags)
    return filter
  }

  /// The list of each day, with its date if there may be several days.
  private func lists(
    _ toDos: [FoundToDo], isOfToday: Bool, in app: App
  ) throws -> [StyledText] {
    let named = try app.listDay(day)
    func lines(_ toDos: [FoundToDo]) -> [StyledText] {
      ToDoList(
        toDos: toDos, context: app.context, day: named, showsOrigin: isOfToday, isWhole: true
      ).table.lines(on: app.output.screen)
    }
    if from == nil && to == nil && !isDeleted && !isAll { return lines(toDos) }
    let days = Dictionary(grouping: toDos, by: \.toDo.day).sorted { $0.key < $1.key }
    let lists = days.map { day, toDos in
      app.output.wrapped(StyledText(app.reader.dateWithWeekday(day), .heading)) + lines(toDos)
    }
    return Array(lists.joined(separator: [""]))
  }
}
