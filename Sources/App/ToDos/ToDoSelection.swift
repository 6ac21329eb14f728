public import Diary
public import Journal
public import Localization

/// To-dos as the user types them: numbers in one day's list, ranges of numbers, and prefixes of
/// ids.
public struct ToDoSelection: Sendable {
  public var words: [String]
  public var day: Day
  /// Whether the list of the day has to-dos of earlier days.
  public var isCarrying: Bool

  public init(words: [String], day: Day, carrying isCarrying: Bool) {
    self.words = words
    self.day = day
    self.isCarrying = isCarrying
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
          try await toDos(span, word, in: journal, deleted: deleted)
        } else {
          [try await toDo(word, in: journal, deleted: deleted)]
        }
      for toDo in named where !found.contains(where: { $0.toDo.id == toDo.toDo.id }) {
        found.append(toDo)
      }
    }
    return found
  }

  /// The range in a word such as `3-5`; `nil` if the word is not a range.
  private static func span(_ word: String) throws(Explanation) -> ClosedRange<Int>? {
    let ends = word.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    guard let first = Int(digits: ends[0]), let last = Int(digits: ends[1]), first <= last else {
      throw Explanation(.toDoRangeBad(typed: word), hint: .toDoRangeHint, status: .usage)
    }
    return first...last
  }

  /// The to-do that is typed as the first word.
  public func single(in journal: Journal, deleted: Bool = false) async throws -> FoundToDo {
    try await toDo(words.first ?? "", in: journal, deleted: deleted)
  }

  private func toDo(
    _ word: String, in journal: Journal, deleted: Bool
  ) async throws -> FoundToDo {
    do {
      return try await journal.toDo(word, on: day, carrying: isCarrying, deleted: deleted)
    } catch {
      throw try await explained(error, in: journal)
    }
  }

  /// The to-dos in a range. Numbers that were moved or deleted are skipped.
  private func toDos(
    _ span: ClosedRange<Int>, _ word: String, in journal: Journal, deleted: Bool
  ) async throws -> [FoundToDo] {
    var list = try await journal.toDos(listedOn: day, carrying: isCarrying)
      .filter { $0.number(on: day) != nil }
    if deleted {
      var filter = ToDoFilter(since: day, until: day)
      filter.isDeleted = true
      list += try await journal.toDos(filter)
    }
    let found = list.filter { span.contains($0.toDo.number) }
    guard !found.isEmpty else {
      throw try await explained(.missing(.toDo(word, day: day)), in: journal)
    }
    return found.sorted { $0.toDo.number < $1.toDo.number }
  }

  // MARK: Errors

  /// At most this many names are in an error.
  private static let longestList = 8

  /// If the list has no to-do with this name, an error with the names that it has.
  private func explained(_ error: JournalError, in journal: Journal) async throws -> any Error {
    guard case .missing(.toDo(let typed, .some)) = error else { return error }
    let listed = try await journal.toDos(listedOn: day, carrying: isCarrying)
    let names =
      Self.ranges(of: listed.compactMap { $0.number(on: day) }.sorted())
      + listed.filter { $0.number(on: day) == nil }.map(\.shortID)
    guard !names.isEmpty, names.count <= Self.longestList else { return error }
    return Explanation(
      .toDoMissing(typed: typed, day: day),
      hint: .toDoListedHint(names: MessageArgument.enumeration(names)), status: .notFound)
  }

  /// `1-3` for 1, 2 and 3.
  private static func ranges(of numbers: [Int]) -> [String] {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
  }
}

extension App {
  /// Whether the list of a day has what earlier days left open.
  public func carriesToDos(to day: Day) -> Bool {
    day == clock.today && settings.carry == .auto
  }

  /// The day whose list has what earlier days left open; `nil` if the settings turn that off.
  var dayOfCarriedToDos: Day? { carriesToDos(to: clock.today) ? clock.today : nil }
}
