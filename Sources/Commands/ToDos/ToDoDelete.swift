import App
import Arguments
import Diary
import Journal
import Localization
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
    if purges { return try await purge(in: app) }
    let ids = try await selection.ids(in: app)
    try await app.makeAndReport(.delete(ids.map(DiaryRecord.toDo)))
  }

  /// Asks twice, because a purge cannot be undone.
  private func purge(in app: App) async throws {
    let found = try await selection.found(in: app, deleted: true)
    try app.prompts.confirm(.toDoPurgeQuestions(count: found.count))
    try app.prompts.confirm(.purgeQuestionAgain)
    try await app.purge { try await $0.purge(toDos: found.map(\.toDo.id)) }
    if app.options.wantsJSON {
      return try app.output.show(ToDoJSON.toDos(found.map(\.toDo), on: app.clock.today))
    }
    if app.options.isQuiet { return }
    try app.output.show(app.output.styled(.toDosPurged(count: found.count)))
  }
}
