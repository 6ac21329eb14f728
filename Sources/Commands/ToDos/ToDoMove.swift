import App
import Arguments
import Diary
import Journal
import Localization

/// `commitdiary todo move`: moves to-dos to the end of another day's list.
struct ToDoMove: Command {
  var selection = ToDoSelectionOptions()
  var to = DayArgument(argument: "")

  static let declaration = Declaration<Self>(
    .toDoMoveSummary, details: .toDoMoveDetails,
    examples: [Example("todo move 2 --to tomorrow", .toDoMoveExample)],
    ToDoSelectionOptions.parameters(\.selection) + [
      .option("to", help: .optionMoveTo, isRequired: true) { $0.to = $1 }
    ])

  func run(in app: App) async throws {
    let day = try app.listDay(to)
    let journal = try await app.journal(for: .writing)
    let toDos = try await selection.found(in: journal, app)
    let moved = try await journal.move(
      toDos.map(\.toDo.id), to: day, today: app.dayOfCarriedToDos, at: app.clock.now)
    try await app.report(moved, in: journal, on: day) {
      .toDoMoved(day: day, number: $0, text: $1.text)
    }
  }
}

/// `commitdiary todo carry`: moves the open to-dos of earlier days to today.
struct ToDoCarry: Command {
  static let declaration = Declaration<Self>(
    .toDoCarrySummary, examples: [Example("todo carry", .toDoCarryExample)])

  func run(in app: App) async throws {
    let today = app.clock.today
    let journal = try await app.journal(for: .writing)
    let carried = try await journal.carryToDos(
      to: today, carrying: app.carriesToDos(to: today), at: app.clock.now)
    if carried.isEmpty, !app.options.wantsJSON { return app.output.note(.toDoNothingToCarry) }
    try await app.report(carried, in: journal, on: today) {
      .toDoMoved(day: today, number: $0, text: $1.text)
    }
  }
}
