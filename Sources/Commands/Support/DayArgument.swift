import App
import Arguments
import Diary
import Localization

/// A day as it was typed. It is parsed later, when the language and the date are known.
struct DayArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: DisplayText { .message(.placeholderDay) }
  static var completion: CompletionKind { .days }
}

extension App {
  func day(_ word: DayArgument, towards direction: DayExpression.Direction = .past) throws -> Day {
    try calendar.day(word.text, towards: direction)
  }

  /// The day that was typed, else today.
  func dayOrToday(_ word: DayArgument?) throws -> Day {
    try word.map { try day($0) } ?? clock.today
  }

  /// The day of a to-do list. A bare weekday means the next one, because to-dos are planned ahead.
  func listDay(_ word: DayArgument?) throws -> Day {
    try word.map { try day($0, towards: .future) } ?? clock.today
  }

  /// The ends of a span. An end that was not given is `nil`.
  func span(_ since: DayArgument?, _ until: DayArgument?) throws -> (since: Day?, until: Day?) {
    try calendar.span(since?.text, until?.text)
  }
}
