import Context
import Diary
import Localization

/// The text of a to-do in which words name its due date, day, priority, recurrence and tags:
/// `Answer the review due:friday every:week pri:A +review`.
///
/// The names are those of all languages. After a name for a day or a recurrence, as many
/// words as mean one belong to it: `due:next friday`.
struct ToDoWords {
  private let calendar: DayReader
  private(set) var details: ToDo.Details
  /// The day from which it is on the list.
  private(set) var day: Day?
  private(set) var rule: Recurrence.Rule?
  /// Whether a word named something.
  private(set) var hasNames = false

  /// - Parameter details: the details with the text to read. What the text names takes their place.
  init(_ details: ToDo.Details, calendar: DayReader) throws {
    self.calendar = calendar
    self.details = details
    var words = details.text.split(whereSeparator: \.isWhitespace)[...]
    var text: [Substring] = []
    while let word = words.popFirst() {
      if try !take(word, &words) { text.append(word) }
    }
    if hasNames { self.details.text = text.joined(separator: " ") }
  }

  private mutating func take(_ word: Substring, _ next: inout ArraySlice<Substring>) throws -> Bool
  {
    if word.first == "+", word.dropFirst().first?.isLetter == true {
      let tags = try TagsInTexts.changed(
        details.tags, adding: [String(word.dropFirst())], removing: [])
      details.tags = tags
      hasNames = true
      return true
    }
    guard let colon = word.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
    let value = word[word.index(after: colon)...]
    guard !value.isEmpty, !value.hasPrefix("//"), let name = name(word[..<colon]) else {
      return false
    }
    switch name {
    case .due: details.due = value == "none" ? nil : try day(value, &next)
    case .day: day = try day(value, &next)
    case .every:
      let isNone = value == "none"
      let rule = isNone ? nil : longest(value, &next) { Recurrence.Rule($0, reader: reader) }
      guard isNone || rule != nil else {
        throw Explanation(
          .toDoEveryBad(typed: String(value)), hint: .toDoEveryHint, status: .usage)
      }
      self.rule = rule
      if isNone { details.recurrence = nil }
    case .priority:
      let letter = value.uppercased()
      let priority = ToDo.Priority.offered.contains(letter) ? ToDo.Priority(letter) : nil
      guard value == "none" || priority != nil else {
        throw Explanation(
          .toDoPriorityBad(typed: String(value)),
          hint: .toDoPriorityHint(
            letters: MessageArgument.enumeration(ToDo.Priority.offered)), status: .usage)
      }
      details.priority = priority
    }
    hasNames = true
    return true
  }

  private var reader: Reader { calendar.reader }

  private enum Name: CaseIterable { case due, day, every, priority }

  private func name(_ typed: Substring) -> Name? {
    let typed = typed.lowercased()
    return Name.allCases.first { name in
      let (english, own): ([Substring], Message) =
        switch name {
        case .due: (["due"], .toDoWordsDue)
        case .day: (["day", "wait"], .toDoWordsDay)
        case .every: (["every"], .toDoWordsEvery)
        case .priority: (["pri", "priority"], .toDoWordsPriority)
        }
      return english.contains { $0 == typed } || reader.alternatives(of: own).contains(typed[...])
    }
  }

  private func day(_ value: Substring, _ next: inout ArraySlice<Substring>) throws -> Day {
    let day = longest(value, &next) { try? calendar.day($0, towards: .future) }
    return try day ?? calendar.day(String(value), towards: .future)
  }

  /// The longest run of words that means something.
  private func longest<Value>(
    _ first: Substring, _ next: inout ArraySlice<Substring>, _ read: (String) -> Value?
  ) -> Value? {
    for count in stride(from: min(next.count, 4), through: 0, by: -1) {
      let words = [first] + next.prefix(count)
      if let value = read(words.joined(separator: " ")) {
        next = next.dropFirst(count)
        return value
      }
    }
    return nil
  }
}
