import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary todo history`: shows all versions of the text of a to-do and their changes.
struct ToDoHistory: Command {
  var typed = ""

  static let declaration = Declaration<Self>(
    .toDoHistorySummary, examples: [Example("todo history 2", .historyExample)],
    [
      .positional(
        "todo", placeholder: .message(.placeholderToDo), help: .argumentToDo, completion: .toDos
      ) { $0.typed = $1 }
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let found = try await app.toDoSelection([typed]).single(in: journal, deleted: true)
    try await app.showHistory(of: .toDo(found), in: journal)
  }
}
