import App
import Arguments
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary todo delete`: a mark that `restore` takes away again.
struct ToDoDelete: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoDeleteSummary, details: .toDoDeleteDetails,
    examples: [Example("todo delete 2", .toDoDeleteExample)],
    ToDoSelectionOptions.parameters(\.selection))

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    let toDos = try await selection.found(in: journal, app)
    let day = try app.listDay(selection.day)
    try app.prompts.confirm(question(about: toDos, on: day))
    let deleted = try await journal.deleteToDos(toDos.map(\.toDo.id), at: app.clock.now)
    try await app.report(deleted, in: journal, on: day) {
      .toDoDeleted(name: $0, text: $1.text)
    }
    if let first = toDos.first, !app.options.wantsJSON {
      app.output.note(.toDoDeletedHint(id: first.shortID), .faint)
    }
  }

  private func question(about toDos: [FoundToDo], on day: Day) -> Message {
    guard toDos.count == 1, let found = toDos.first else {
      return .toDoDeleteQuestions(count: toDos.count)
    }
    return .toDoDeleteQuestion(
      name: found.toDo.day == day ? String(found.toDo.number) : found.shortID,
      text: found.toDo.text)
  }
}

/// `commitdiary todo restore`: deleted ones, with the numbers that they had.
struct ToDoRestore: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoRestoreSummary, examples: [Example("todo restore 2", .toDoRestoreExample)],
    ToDoSelectionOptions.parameters(\.selection, completion: .other("deletedToDos")))

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    let named = try await selection.found(in: journal, app, deleted: true)
    let toDos = named.filter { $0.toDo.deletedAt != nil }
    // In a span there may well be others.
    guard !toDos.isEmpty else {
      throw ToDoError.notDeleted(typed: selection.words.joined(separator: " "))
    }
    let restored = try await journal.restoreToDos(toDos.map(\.toDo.id))
    try await app.report(restored, in: journal, on: app.listDay(selection.day)) {
      .toDoRestored(name: $0, text: $1.text)
    }
  }
}
