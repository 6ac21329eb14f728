import Arguments
import Diary
import Journal
import Localization

/// To-dos as they are typed: numbers of one day's list, spans of those, and beginnings of ids.
struct ToDoSelection {
  var words: [String] = []
  var day: DayWord?

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, ToDoSelection> & Sendable,
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
    in journal: Journal, _ session: Session, deleted: Bool = false
  ) async throws -> [FoundToDo] {
    let day = try session.listDay(day)
    var found: [FoundToDo] = []
    for word in words {
      let named =
        if let span = try Self.span(word) {
          try await Self.toDos(span, word, of: day, in: journal, deleted: deleted)
        } else {
          [try await journal.toDo(word, on: day, deleted: deleted)]
        }
      for toDo in named where !found.contains(where: { $0.toDo.id == toDo.toDo.id }) {
        found.append(toDo)
      }
    }
    return found
  }

  /// `3-5`; `nil` for what is written otherwise.
  private static func span(_ word: String) throws(ToDoError) -> ClosedRange<Int>? {
    let ends = word.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    guard let first = Int(digits: ends[0]), let last = Int(digits: ends[1]), first <= last else {
      throw .badRange(word)
    }
    return first...last
  }

  /// Those of the list that are in the span: some of its numbers may have been moved or deleted since.
  private static func toDos(
    _ span: ClosedRange<Int>, _ word: String, of day: Day, in journal: Journal, deleted: Bool
  ) async throws -> [FoundToDo] {
    var filter = ToDoFilter(since: day, until: day)
    var list = try await journal.toDos(filter)
    if deleted {
      filter.isDeleted = true
      list += try await journal.toDos(filter)
    }
    let found = list.filter { span.contains($0.toDo.number) }
    guard !found.isEmpty else { throw JournalError.noToDo(typed: word, day: day) }
    return found.sorted { $0.toDo.number < $1.toDo.number }
  }
}

extension Session {
  /// The day whose list is meant. A bare weekday is the next one: to-dos are of what is to come.
  func listDay(_ typed: DayWord?) throws -> Day {
    try typed.map { try day($0, towards: .future) } ?? today
  }
}
