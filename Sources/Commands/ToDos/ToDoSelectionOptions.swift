import App
import Arguments
import Diary
import Journal
import Localization

/// To-dos as the user types them: numbers in one day's list, ranges of numbers, and prefixes of
/// ids.
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

  /// The to-dos without duplicates, in the order in which they were typed.
  ///
  /// - Parameter deleted: whether deleted to-dos are included.
  func found(
    in journal: Journal, _ app: App, deleted: Bool = false
  ) async throws -> [FoundToDo] {
    try await app.toDoSelection(words, on: app.listDay(day)).found(in: journal, deleted: deleted)
  }
}

extension App {
  /// Whether the list of a day has what earlier days left open.
  func carriesToDos(to day: Day) -> Bool { day == clock.today && settings.carry == .auto }

  /// The day whose list has what earlier days left open; `nil` if the settings turn that off.
  var dayOfCarriedToDos: Day? { carriesToDos(to: clock.today) ? clock.today : nil }

  /// The to-dos that are typed as these words.
  func toDoSelection(_ words: [String], on day: Day) -> ToDoSelection {
    ToDoSelection(words: words, day: day, carrying: carriesToDos(to: day))
  }
}
