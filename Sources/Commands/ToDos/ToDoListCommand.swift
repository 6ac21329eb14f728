import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary todo list`: lists to-dos, by default those of today: what is open since earlier days,
/// what is due, and what was done today.
struct ToDoListCommand: Command {
  var span = SpanOptions()
  var isDeleted = false
  var isOpen = false
  var isAll = false
  var isDue = false
  var tags: [String] = []

  static let declaration = Declaration<Self>(
    .toDoListSummary, details: .toDoListDetails,
    examples: [
      Example("todo list"),
      Example("todo list next week"),
      Example("todo list --due"),
      Example("todo list --open --tag review"),
    ],
    exclusive: [["all", "open", "due", "deleted"]],
    SpanOptions.parameters(\.span, help: .argumentToDoSpan) + [
      .flag("open", help: .optionToDoOpen) { $0.isOpen = true },
      .flag("due", help: .optionToDoDueOnly) { $0.isDue = true },
      .flag("all", help: .optionToDoAll) { $0.isAll = true },
      .tag(.optionTagFilter) { $0.tags.append($1) },
      .flag("deleted", help: .optionDeleted) { $0.isDeleted = true },
    ])

  /// The to-dos under a day, or without one.
  private typealias List = (day: Day?, toDos: [FoundToDo])

  func run(in app: App) async throws {
    let today = app.clock.today
    if let number = span.number {
      let filters = [
        (isOpen, "--open"), (isDue, "--due"), (isAll, "--all"), (isDeleted, "--deleted"),
      ]
      try span.checkAlone(
        besides: filters.first(where: \.0)?.1 ?? (tags.isEmpty ? nil : "--tag"))
      let journal = try await app.journal(for: .reading)
      let found = try await ToDoSelection(words: [number], today: today).found(in: journal)
      return try show([(nil, found)], today: today, in: app)
    }
    let days = try days(in: app)
    var filter = ToDoFilter()
    filter.isDeleted = isDeleted
    filter.isDone = isOpen || isDue ? false : nil
    filter.tags = try TextInput.tags(tags)
    await app.finishToDosInCommits()
    let journal = try await app.journal(for: .reading)
    let lists = try await lists(on: days, filter, today: today, in: journal)
    if lists.allSatisfy(\.toDos.isEmpty), !app.options.wantsJSON {
      app.output.note(nothing(on: days, today: today, in: app))
      if days == today...today, tags.isEmpty, !isDeleted {
        app.output.note(.tryCommand(command: "commitdiary todo add"), .remark)
      }
    }
    try show(lists, today: today, in: app)
  }

  /// The days that were asked for, by default today; `nil` for all.
  private func days(in app: App) throws -> ClosedRange<Day>? {
    let today = app.clock.today
    guard span.isGiven else { return isDeleted || isOpen || isAll || isDue ? nil : today...today }
    let (since, until) = try span.ends(in: app, towards: .future)
    return (since ?? Day(number: .min))...(until ?? Day(number: .max))
  }

  private func lists(
    on days: ClosedRange<Day>?, _ filter: ToDoFilter, today: Day, in journal: Journal
  ) async throws -> [List] {
    func grouped(_ toDos: [FoundToDo], by days: (ToDo) -> [Day]) -> [List] {
      var lists: [Day: [FoundToDo]] = [:]
      for found in toDos { for day in days(found.toDo) { lists[day, default: []].append(found) } }
      return lists.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    guard let days else {
      let toDos = try await journal.toDos(filter, on: today)
      if isOpen { return [(nil, try await journal.openToDos(on: today, tagged: filter.tags))] }
      return grouped(toDos) { isDue ? $0.due.map { [$0] } ?? [] : [$0.day] }
    }
    if isDeleted {
      var filter = filter
      (filter.since, filter.until) = (days.lowerBound, days.upperBound)
      return grouped(try await journal.toDos(filter, on: today)) { [$0.day] }
    }
    let toDos = try await journal.toDos(onPagesOf: days, filter, today: today)
    if isDue { return grouped(toDos) { $0.due.map { days.contains($0) ? [$0] : [] } ?? [] } }
    // Today's page has everything that is open by now.
    let listed = days.contains(today) ? try await journal.toDos(listedOn: today, filter) : []
    if days == today...today { return [(nil, listed)] }
    let lists = grouped(toDos) { $0.days.filter { days.contains($0) && $0 != today } }
    return listed.isEmpty
      ? lists : (lists + [(today, listed)]).sorted { ($0.day ?? today) < ($1.day ?? today) }
  }

  private func nothing(on days: ClosedRange<Day>?, today: Day, in app: App) -> Message {
    guard !isDeleted else { return .toDoNoneDeleted }
    guard let days, days != today...today, days.lowerBound == days.upperBound else {
      return .toDoNone
    }
    return .toDoNoneOn(day: app.reader.dateWithWeekday(days.lowerBound))
  }

  /// Prints the lists, each but today's with its date.
  private func show(_ lists: [List], today: Day, in app: App) throws {
    if app.options.wantsJSON {
      var known: Set<Identifier> = []
      let toDos = lists.flatMap(\.toDos).map(\.toDo).filter { known.insert($0.id).inserted }
      return try app.output.show(toDos.json(on: today))
    }
    let parts = lists.map { day, toDos -> [StyledText] in
      let isToday = day == nil || day == today
      let (shown, backlog) =
        isToday && !isOpen && !isAll ? toDos.withoutBacklog(on: today) : (toDos, [])
      return
        (day.map { app.output.wrapped(StyledText(app.reader.dateWithWeekday($0), .heading)) } ?? [])
        + app.context.table(of: shown, on: day ?? today).lines(on: app.output.screen)
        + (backlog.isEmpty ? [] : app.context.wrapped(app.context.backlog(backlog), .remark))
    }
    try app.output.show(Array(parts.joined(separator: [""])))
  }
}
