import App
import Arguments
import Diary
import Journal
import Localization

/// `commitdiary todo move`: moves to-dos to another day's list.
struct ToDoMove: Command {
  var selection = ToDoSelectionOptions()
  var to = DayArgument(argument: "")

  static let declaration = Declaration<Self>(
    .toDoMoveSummary,
    examples: [Example("todo move 2 --to tomorrow", .toDoMoveExample)],
    ToDoSelectionOptions.parameters(\.selection) + [
      .option("to", help: .optionMoveTo, isRequired: true) { $0.to = $1 }
    ])

  func run(in app: App) async throws {
    let day = try app.listDay(to)
    try await app.makeAndReport(.moveToDos(selection.ids(in: app), to: day))
  }
}

/// `commitdiary todo carry`: moves the open to-dos of earlier days to today.
struct ToDoCarry: Command {
  static let declaration = Declaration<Self>(
    .toDoCarrySummary, examples: [Example("todo carry", .toDoCarryExample)])

  func run(in app: App) async throws { try await app.makeAndReport(.carryToDos) }
}
