import Arguments
import Diary
import Journal
import Localization

/// `commitdiary todo done`: a mark with its time, which `undo` takes away again.
struct ToDoDone: Command {
  var selection = ToDoSelection()

  static let declaration = Declaration<Self>(
    .toDoDoneSummary,
    examples: [
      Example("todo done 1 3-5", .toDoDoneExample),
      Example("todo done 2 --day yesterday", .toDoDoneExampleDay),
    ],
    ToDoSelection.parameters(\.selection))

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .writing)
    let toDos = try await selection.found(in: journal, session)
    let done = try await journal.finish(
      toDos.map(\.toDo.id), on: session.today, at: session.clock.now)
    try await session.acknowledge(done, in: journal, on: session.listDay(selection.day)) {
      .toDoFinished(name: $0, text: $1.text)
    }
  }
}

/// `commitdiary todo undo`: open again.
struct ToDoUndo: Command {
  var selection = ToDoSelection()

  static let declaration = Declaration<Self>(
    .toDoUndoSummary, examples: [Example("todo undo 2", .toDoUndoExample)],
    ToDoSelection.parameters(\.selection))

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .writing)
    let toDos = try await selection.found(in: journal, session)
    let open = try await journal.reopen(toDos.map(\.toDo.id))
    try await session.acknowledge(open, in: journal, on: session.listDay(selection.day)) {
      .toDoReopened(name: $0, text: $1.text)
    }
  }
}
