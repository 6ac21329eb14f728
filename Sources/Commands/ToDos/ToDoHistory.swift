import App
import Arguments
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
    let toDo = try await app.toDoSelection([typed])
      .single(in: journal, deleted: true).toDo
    let versions = try await journal.history(ofToDo: toDo.id)
    if app.options.wantsJSON { return try app.output.show(ToDoJSON.versions(versions)) }
    try app.output.show(HistoryView(versions: versions, context: app.context).lines())
    guard toDo.needsLook else { return }
    await app.journal.cache { try await $0.didLook(atToDo: toDo.id) }
  }
}
