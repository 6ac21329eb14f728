import App
import Arguments
import Diary
import Journal
import Localization
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
    ToDoSelectionOptions.parameters(\.selection, completion: .other("deletedToDos")) + [
      .option("version", in: 1...Int.max, help: .optionNoteVersion) { $0.version = $1 }
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    let named = try await selection.found(in: journal, app, deleted: true)
    let restored =
      if let version {
        [try await earlier(version, of: named, in: journal, at: app.clock.now)]
      } else {
        try await undeleted(named, in: journal, at: app.clock.now)
      }
    try await app.report(restored, in: journal, on: app.listDay(selection.day)) {
      .toDoRestored(name: $0, text: $1.text)
    }
  }

  private func undeleted(
    _ named: [FoundToDo], in journal: Journal, at moment: Moment
  ) async throws -> [ToDo] {
    // A range may also contain to-dos that are not deleted.
    let toDos = named.filter { $0.toDo.deletedAt != nil }
    guard !toDos.isEmpty else {
      throw ToDoError.notDeleted(typed: selection.words.joined(separator: " "))
    }
    return try await journal.restoreToDos(toDos.map(\.toDo.id), at: moment)
  }

  private func earlier(
    _ version: Int, of named: [FoundToDo], in journal: Journal, at moment: Moment
  ) async throws -> ToDo {
    guard named.count == 1 else { throw ToDoError.versionOfSeveral }
    return try await journal.restoreToDo(named[0].toDo.id, version: version, at: moment)
  }
}
