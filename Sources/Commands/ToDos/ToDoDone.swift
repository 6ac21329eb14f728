import App
import Arguments
import Context
import Diary
import Journal
import Localization

/// `commitdiary todo done`: marks to-dos as done, which `reopen` reverts.
struct ToDoDone: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoDoneSummary,
    examples: [
      Example("todo done 1 3-5", .toDoDoneExample)
    ],
    ToDoSelectionOptions.parameters(\.selection))

  func run(in app: App) async throws {
    try await app.makeAndReport(.finishToDos(selection.ids(in: app)))
  }
}

/// `commitdiary todo reopen`: marks to-dos as open again.
struct ToDoReopen: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoReopenSummary, examples: [Example("todo reopen 2", .toDoReopenExample)],
    ToDoSelectionOptions.parameters(\.selection))

  func run(in app: App) async throws {
    try await app.makeAndReport(.reopenToDos(selection.ids(in: app)))
  }
}
