import App
import Arguments
import Diary
import Journal
import Localization

/// `commitdiary todo done`: marks to-dos as done, which `undo` reverts.
struct ToDoDone: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoDoneSummary,
    examples: [
      Example("todo done 1 3-5", .toDoDoneExample),
      Example("todo done 2 --day yesterday", .toDoDoneExampleDay),
    ],
    ToDoSelectionOptions.parameters(\.selection))

  func run(in app: App) async throws {
    try await app.makeAndReport(.finishToDos(selection.ids(in: app)), on: selection.day)
  }
}

/// `commitdiary todo undo`: marks to-dos as open again.
struct ToDoUndo: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoUndoSummary, examples: [Example("todo undo 2", .toDoUndoExample)],
    ToDoSelectionOptions.parameters(\.selection))

  func run(in app: App) async throws {
    try await app.makeAndReport(.reopenToDos(selection.ids(in: app)), on: selection.day)
  }
}
