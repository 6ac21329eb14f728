import App
import Arguments
import Context
import Diary
import Journal
import Localization

/// `commitdiary todo move`: gives to-dos another day from which they are on the list.
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
