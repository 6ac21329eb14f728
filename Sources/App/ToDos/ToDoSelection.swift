package import Diary
package import Journal
import Localization
import Views

/// To-dos as the user types them: numbers, ranges of numbers, and prefixes of ids.
package struct ToDoSelection: Sendable {
  package var words: [String]
  package var today: Day

  package init(words: [String], today: Day) {
    self.words = words
    self.today = today
  }

  /// The to-dos without duplicates, in the order in which they were typed.
  ///
  /// - Parameter deleted: whether deleted to-dos are included.
  package func found(
    in journal: Journal, deleted: Bool = false
  ) async throws -> [FoundToDo] {
    var found: [FoundToDo] = []
    for word in words.map(Self.plain) {
      let named =
        if let span = try Self.span(word) {
          try await toDos(span, word, in: journal, deleted: deleted)
        } else {
          [try await toDo(word, in: journal, deleted: deleted, namesDeleted: deleted)]
        }
      for toDo in named where !found.contains(where: { $0.toDo.id == toDo.toDo.id }) {
        found.append(toDo)
      }
    }
    return found
  }

  /// The range in a word such as `3-5`; `nil` if the word is not a range.
  private static func span(_ word: String) throws(Explanation) -> ClosedRange<Int>? {
    let ends = word.split(omittingEmptySubsequences: false) { "-–~〜～".contains($0) }
    guard ends.count == 2 else { return nil }
    let numbers = ends.map { Int(digits: Array($0.utf8)) }
    guard let first = numbers[0], let last = numbers[1], first <= last else {
      throw Explanation(.toDoRangeBad(typed: word), hint: .toDoRangeHint, status: .usage)
    }
    return first...last
  }

  /// A word without the signs with which numbers are written or printed: `#3`, `1번`, and full-width
  /// digits.
  private static func plain(_ word: String) -> String {
    var word = word[...]
    if let first = word.first, "#＃".contains(first) { word.removeFirst() }
    for suffix in ["번", "番", "."] where word.hasSuffix(suffix) && word.count > 1 {
      word.removeLast()
    }
    return String(
      word.map { letter -> Character in
        guard letter.unicodeScalars.first?.properties.numericType == .decimal,
          let digit = letter.wholeNumberValue
        else { return letter }
        return Character(String(digit))
      })
  }

  /// The to-do that is typed as the first word.
  package func single(in journal: Journal, deleted: Bool = false) async throws -> FoundToDo {
    try await toDo(
      Self.plain(words.first ?? ""), in: journal, deleted: deleted, namesDeleted: false)
  }

  private func toDo(
    _ word: String, in journal: Journal, deleted: Bool, namesDeleted: Bool
  ) async throws -> FoundToDo {
    do {
      return try await journal.toDo(word, on: today, deleted: deleted)
    } catch {
      throw try await explained(error, in: journal, deleted: namesDeleted)
    }
  }

  /// The to-dos in a range: those that today's list shows. One that is hidden there can only be named
  /// alone. Numbers that no to-do has are skipped.
  private func toDos(
    _ span: ClosedRange<Int>, _ word: String, in journal: Journal, deleted: Bool
  ) async throws -> [FoundToDo] {
    let listed =
      deleted
      ? try await journal.numberedToDos(on: today, deleted: true)
      : try await journal.toDos(listedOn: today).withoutBacklog(on: today).shown
    let found = listed.filter { span.contains($0.toDo.number(on: today) ?? 0) }
      .sorted { $0.toDo.number ?? 0 < $1.toDo.number ?? 0 }
    guard !found.isEmpty else {
      let hidden = try await journal.numberedToDos(on: today, deleted: deleted)
      guard hidden.contains(where: { span.contains($0.toDo.number(on: today) ?? 0) }) else {
        throw try await explained(.missing(.toDo(word)), in: journal, deleted: deleted)
      }
      throw Explanation(.toDoUnknown(typed: word), hint: .toDoRangeHidden, status: .notFound)
    }
    return found
  }

  // MARK: Errors

  /// At most this many names are in an error.
  private static let longestList = 8

  /// If no to-do has this name, an error with the numbers that there are, or of those that are deleted.
  private func explained(
    _ error: JournalError, in journal: Journal, deleted: Bool
  ) async throws -> any Error {
    guard case .missing(.toDo(let typed)) = error else { return error }
    let numbers = try await journal.numberedToDos(on: today, deleted: deleted)
      .filter { !deleted || $0.toDo.deletedAt != nil }
      .compactMap(\.toDo.number)
    let names = Self.ranges(of: numbers)
    guard !names.isEmpty, names.count <= Self.longestList else {
      guard deleted else { return error }
      return Explanation(
        .toDoUnknown(typed: typed), hint: .tryCommand(command: "commitdiary todo list --deleted"),
        status: .notFound)
    }
    return Explanation(
      .toDoUnknown(typed: typed),
      hint: .toDoNumbersHint(names: MessageArgument.enumeration(names)), status: .notFound)
  }

  /// `1–3` for 1, 2 and 3.
  private static func ranges(of numbers: [Int]) -> [MessageArgument] {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { range in
      range.count == 1
        ? .number(range.lowerBound)
        : .message(.numberRange(first: range.lowerBound, last: range.upperBound))
    }
  }
}
