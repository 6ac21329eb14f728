public import Diary
public import Journal
public import Localization

/// To-dos as they are typed: numbers of one day's list, spans of those, and beginnings of ids.
public struct ToDoSelection: Sendable {
  public var words: [String]
  public var day: Day

  public init(words: [String], day: Day) {
    self.words = words
    self.day = day
  }

  /// Each of them once, in the order in which they were typed.
  ///
  /// - Parameter deleted: whether those that were deleted will do.
  public func found(
    in journal: Journal, deleted: Bool = false
  ) async throws -> [FoundToDo] {
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

/// What a person asked for of to-dos and cannot have.
public enum ToDoError: Error, Hashable {
  case badRange(String)
  case notDeleted(typed: String)
}

extension ToDoError: Explained {
  public var explanation: Explanation {
    switch self {
    case .badRange(let typed):
      Explanation(.toDoRangeBad(typed: typed), hint: .toDoRangeHint, status: .usage)
    case .notDeleted(let typed):
      Explanation(.toDoNotDeleted(typed: typed), status: .usage)
    }
  }
}
