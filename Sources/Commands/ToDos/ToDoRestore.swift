import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records
import Terminal

/// `commitdiary todo restore`: restores deleted to-dos with their old numbers, or an earlier text of
/// one.
struct ToDoRestore: Command {
  var selection = ToDoSelectionOptions()
  var version: Int?

  static let declaration = Declaration<Self>(
    .toDoRestoreSummary,
    examples: [
      Example("todo restore 2", .toDoRestoreExample),
      Example("todo restore 2 --version 1", .toDoRestoreExampleVersion),
    ],
    ToDoSelectionOptions.parameters(\.selection, completion: .deletedToDos) + [
      .option("version", in: 1...Int.max, help: .optionNoteVersion) { $0.version = $1 }
    ])

  func run(in app: App) async throws {
    let named = try await selection.found(in: app, deleted: true)
    if let version {
      guard named.count == 1 else { throw Explanation(.toDoVersionOfSeveral, status: .usage) }
      return try await app.restore(.toDo(named[0].toDo.id), version: version)
    }
    // A range may also contain to-dos that are not deleted.
    let toDos = named.filter { $0.toDo.deletedAt != nil }
    guard !toDos.isEmpty else {
      throw Explanation(
        .toDoNotDeleted(typed: selection.words.joined(separator: " ")), status: .usage)
    }
    try await app.makeAndReport(.restore(toDos.map { .toDo($0.toDo.id) }))
  }
}
