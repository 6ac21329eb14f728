import App
import Arguments
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary todo delete`: marks to-dos as deleted, which `restore` undoes.
struct ToDoDelete: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoDeleteSummary, details: .toDoDeleteDetails,
    examples: [Example("todo delete 2", .toDoDeleteExample)],
    ToDoSelectionOptions.parameters(\.selection))

  func run(in app: App) async throws {
    let ids = try await selection.ids(in: app)
    try await app.makeAndReport(.delete(ids.map(DiaryRecord.toDo)))
  }
}
