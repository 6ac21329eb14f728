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
    let journal = try await app.journal(for: .writing)
    let toDos = try await selection.found(in: journal, app)
    let done = try await journal.finish(
      toDos.map(\.toDo.id), on: app.clock.today, at: app.clock.now)
    try await app.report(done, in: journal, on: app.listDay(selection.day)) {
      .toDoFinished(name: $0, text: $1.text)
    }
    // A to-do that was done before has no new occurrence.
    let finished = Set(toDos.filter { !$0.toDo.isDone }.map(\.toDo.id))
    try await app.reportNext(of: done.filter { finished.contains($0.id) }, in: journal)
  }
}

/// `commitdiary todo undo`: marks to-dos as open again.
struct ToDoUndo: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoUndoSummary, examples: [Example("todo undo 2", .toDoUndoExample)],
    ToDoSelectionOptions.parameters(\.selection))

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    let toDos = try await selection.found(in: journal, app)
    let open = try await journal.reopen(toDos.map(\.toDo.id), at: app.clock.now)
    try await app.report(open, in: journal, on: app.listDay(selection.day)) {
      .toDoReopened(name: $0, text: $1.text)
    }
  }
}
