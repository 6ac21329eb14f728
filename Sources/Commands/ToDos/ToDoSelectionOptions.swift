import App
import Arguments
import Diary
import Journal
import Localization

/// To-dos as they are typed: numbers of one day's list, spans of those, and beginnings of ids.
struct ToDoSelectionOptions {
  var words: [String] = []
  var day: DayArgument?

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, ToDoSelectionOptions> & Sendable,
    completion: CompletionKind = .toDos
  ) -> [Parameter<Options>] {
    [
      .positional(
        "todo", .oneOrMore, placeholder: .message(.placeholderToDo), help: .argumentToDos,
        completion: completion
      ) { $0[keyPath: path].words.append($1) },
      .option("day", help: .optionToDoDay) { $0[keyPath: path].day = $1 },
    ]
  }

  /// Each of them once, in the order in which they were typed.
  ///
  /// - Parameter deleted: whether those that were deleted will do.
  func found(
    in journal: Journal, _ app: App, deleted: Bool = false
  ) async throws -> [FoundToDo] {
    try await ToDoSelection(words: words, day: app.listDay(day)).found(
      in: journal, deleted: deleted)
  }
}
