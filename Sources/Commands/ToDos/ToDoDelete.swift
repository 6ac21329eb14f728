import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records
import Terminal
import Views

/// `commitdiary todo delete`: marks to-dos as deleted, which `restore` undoes; with `--purge`, removes
/// them for good.
struct ToDoDelete: Command {
  var selection = ToDoSelectionOptions()
  var purges = false

  static let declaration = Declaration<Self>(
    .toDoDeleteSummary, details: .toDoDeleteDetails,
    examples: [Example("todo delete 2", .toDoDeleteExample)],
    ToDoSelectionOptions.parameters(\.selection) + [
      .flag("purge", help: .optionPurge) { $0.purges = true }
    ])

  func run(in app: App) async throws {
    let found = try await selection.found(in: app, deleted: purges)
    guard purges else {
      return try await app.makeAndReport(.delete(found.map { .toDo($0.toDo.id) }))
    }
    try await app.purge(
      found.map { .toDo($0) }, asking: .toDoPurgeQuestions(count: found.count),
      saying: [.toDosPurged(count: found.count)])
  }
}
