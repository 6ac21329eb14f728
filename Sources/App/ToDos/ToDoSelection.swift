public import Diary
public import Journal
public import Localization

/// To-dos as the user types them: numbers in one day's list, ranges of numbers, and prefixes of
/// ids.
public struct ToDoSelection: Sendable {
  public var words: [String]
  public var day: Day

  public init(words: [String], day: Day) {
    self.words = words
    self.day = day
  }

  /// The to-dos without duplicates, in the order in which they were typed.
  ///
  /// - Parameter deleted: whether deleted to-dos are included.
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

  /// The range in a word such as `3-5`; `nil` if the word is not a range.
  private static func span(_ word: String) throws(ToDoError) -> ClosedRange<Int>? {
    let ends = word.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    guard let first = Int(digits: ends[0]), let last = Int(digits: ends[1]), first <= last else {
      throw .badRange(word)
    }
    return first...last
  }

  /// The to-dos in a range. Numbers that were moved or deleted are skipped.
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

/// Why a selection of to-dos is not valid.
public enum ToDoError: Error, Hashable {
  case badRange(String)
  case notDeleted(typed: String)
  case versionOfSeveral
}

extension ToDoError: Explained {
  public var explanation: Explanation {
    switch self {
    case .badRange(let typed):
      Explanation(.toDoRangeBad(typed: typed), hint: .toDoRangeHint, status: .usage)
    case .notDeleted(let typed):
      Explanation(.toDoNotDeleted(typed: typed), status: .usage)
    case .versionOfSeveral:
      Explanation(.toDoVersionOfSeveral, status: .usage)
    }
  }
}
