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
    let journal = try await app.journal(for: .writing)
    let toDos = try await selection.found(in: journal, app)
    let day = try app.listDay(selection.day)
    let deleted = try await journal.deleteToDos(
      toDos.map(\.toDo.id), today: app.dayOfCarriedToDos, at: app.clock.now)
    // Deleted to-dos are named as they were on the list.
    let names = Dictionary(toDos.map { ($0.toDo.id, $0.name(on: day)) }) { first, _ in first }
    try await app.report(deleted, in: journal, on: day) {
      .toDoDeleted(name: names[$1.id] ?? $0, text: $1.text)
    }
    if let first = toDos.first, !app.options.wantsJSON {
      app.output.note(.toDoDeletedHint(id: first.shortID), .faint)
    }
  }
}
