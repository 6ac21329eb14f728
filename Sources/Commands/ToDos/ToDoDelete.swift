import Arguments
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary todo delete`: a mark that `restore` takes away again.
struct ToDoDelete: Command {
  var selection = ToDoSelection()

  static let declaration = Declaration<Self>(
    .toDoDeleteSummary, details: .toDoDeleteDetails,
    examples: [Example("todo delete 2", .toDoDeleteExample)],
    ToDoSelection.parameters(\.selection))

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .writing)
    let toDos = try await selection.found(in: journal, session)
    let day = try session.listDay(selection.day)
    try session.confirm(question(about: toDos, on: day))
    let deleted = try await journal.deleteToDos(toDos.map(\.toDo.id), at: session.clock.now)
    try await session.acknowledge(deleted, in: journal, on: day) {
      .toDoDeleted(name: $0, text: $1.text)
    }
    if let first = toDos.first, !session.globals.wantsJSON {
      session.say(.toDoDeletedHint(id: first.shortID), .faint)
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
  var selection = ToDoSelection()

  static let declaration = Declaration<Self>(
    .toDoRestoreSummary, examples: [Example("todo restore 2", .toDoRestoreExample)],
    ToDoSelection.parameters(\.selection, completion: .other("deletedToDos")))

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .writing)
    let named = try await selection.found(in: journal, session, deleted: true)
    let toDos = named.filter { $0.toDo.deletedAt != nil }
    // In a span there may well be others.
    guard !toDos.isEmpty else {
      throw ToDoError.notDeleted(typed: selection.words.joined(separator: " "))
    }
    let restored = try await journal.restoreToDos(toDos.map(\.toDo.id))
    try await session.acknowledge(restored, in: journal, on: session.listDay(selection.day)) {
      .toDoRestored(name: $0, text: $1.text)
    }
  }
}
