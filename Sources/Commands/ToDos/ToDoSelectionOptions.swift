import App
import Arguments
import Context
import Diary
import Journal
import Localization

/// To-dos as the user types them: numbers, ranges of numbers, and prefixes of ids.
struct ToDoSelectionOptions {
  var words: [String] = []

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, ToDoSelectionOptions> & Sendable,
    completion: CompletionKind = .toDos
  ) -> [Parameter<Options>] {
    [
      .positional(
        "todo", .oneOrMore, placeholder: .message(.placeholderToDo), help: .argumentToDos,
        completion: completion
      ) { $0[keyPath: path].words.append($1) }
    ]
  }

  /// The to-dos without duplicates, in the order in which they were typed.
  ///
  /// - Parameter deleted: whether deleted to-dos are included.
  func found(in app: App, deleted: Bool = false) async throws -> [FoundToDo] {
    try await app.toDoSelection(words).found(
      in: app.journal(for: .writing), deleted: deleted)
  }

  func ids(in app: App) async throws -> [Identifier] { try await found(in: app).map(\.toDo.id) }
}

extension App {
  /// The to-dos that are typed as these words.
  func toDoSelection(_ words: [String]) -> ToDoSelection {
    ToDoSelection(words: words, today: clock.today)
  }
}
