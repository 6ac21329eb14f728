import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary todo list`: lists the to-dos of a day. Today's list has what is open since earlier days,
/// and what is due.
struct ToDoListCommand: Command {
  var span = SpanOptions()
  var isDeleted = false
  var isOpen = false
  var isAll = false
  var tags: [String] = []

  static let declaration = Declaration<Self>(
    .toDoListSummary, details: .toDoListDetails,
    examples: [
      Example("todo list"),
      Example("todo list --open --tag review"),
      Example("todo list tomorrow"),
      Example("todo list --since last monday --until today"),
    ],
    rules: [.exclusive(["all", "open", "deleted"])],
    SpanOptions.parameters(\.span, help: .argumentToDoSpan) + [
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
    let isSpan = span.since != nil || span.until != nil
    let day = filter.since == filter.until && !isSpan ? filter.since : nil
    let isOfToday = day == today && !isDeleted
    let isOpenOfAll = isOpen && !span.isGiven
    let toDos =
      if isOpenOfAll {
        try await journal.openToDos(on: today, tagged: filter.tags)
      } else if isOfToday {
        try await journal.toDos(listedOn: today, filter)
      } else {
        try await journal.toDos(filter, on: today)
      }
    if app.options.wantsJSON {
      return try app.output.show(toDos.map(\.toDo).json(on: today))
    }
    if toDos.isEmpty {
      app.output.note(isDeleted ? .toDoNoneDeleted : .toDoNone)
      if isOfToday, tags.isEmpty {
        app.output.note(.tryCommand(command: "commitdiary todo add"), .remark)
      }
    }
    try app.output.show(lists(toDos, of: isDeleted ? nil : isOpenOfAll ? today : day, in: app))
  }

  private func filter(in app: App) throws -> ToDoFilter {
    var filter = ToDoFilter()
    if span.isGiven {
      (filter.since, filter.until) = try span.ends(in: app, towards: .future)
    } else if !isDeleted && !isOpen && !isAll {
      (filter.since, filter.until) = (app.clock.today, app.clock.today)
    }
    filter.isDeleted = isDeleted
    if isOpen { filter.isDone = false }
    filter.tags = try TextInput.tags(tags)
    return filter
  }

  /// The list of one day, or those of several, each with its date.
  private func lists(_ toDos: [FoundToDo], of day: Day?, in app: App) -> [StyledText] {
    func lines(_ toDos: [FoundToDo], _ day: Day) -> [StyledText] {
      app.context.table(of: toDos, on: day).lines(on: app.output.screen)
    }
    if let day { return lines(toDos, day) }
    let days = Dictionary(grouping: toDos, by: \.toDo.day).sorted { $0.key < $1.key }
    let lists = days.map { day, toDos in
      app.output.wrapped(StyledText(app.reader.dateWithWeekday(day), .heading)) + lines(toDos, day)
    }
    return Array(lists.joined(separator: [""]))
  }
}
