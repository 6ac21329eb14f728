import Diary
import Journal
import Localization
import Terminal

extension Session {
  /// Says what has been done to to-dos. Only now is it on disk.
  ///
  /// - Parameters:
  ///   - day: the day by whose numbers they are named; those of other days are named by their ids.
  ///   - printsIDs: whether a quiet run has an answer, for scripts that go on with what was made.
  func acknowledge(
    _ toDos: [ToDo], in journal: Journal, on day: Day, printsIDs: Bool = false,
    as message: (_ name: String, ToDo) -> Message
  ) async throws {
    do {
      try await answer(about: toDos, in: journal, on: day, printsIDs: printsIDs, message)
    } catch let error as OutputError {
      // Whoever hears of a failure tries again, and would have the to-do twice.
      throw Unanswered(reason: error.reason, hint: .toDosKeptAllTheSame(count: toDos.count))
    }
  }

  private func answer(
    about toDos: [ToDo], in journal: Journal, on day: Day, printsIDs: Bool,
    _ message: (_ name: String, ToDo) -> Message
  ) async throws {
    if globals.wantsJSON { return try show(ToDoJSON.toDos(toDos)) }
    if globals.isQuiet {
      if printsIDs { try answer(toDos.map { $0.id.text + "\n" }.joined()) }
      return
    }
    let found = try await journal.found(toDos)
    try show(
      found.flatMap { found in
        let name = found.toDo.day == day ? String(found.toDo.number) : found.shortID
        return wrapped(
          styled(
            message(name, found.toDo), .plain, ["name": .id, "number": .id, "day": .date]))
      })
  }
}
