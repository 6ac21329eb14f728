import App
import Arguments
import Diary
import Localization

/// A day as it was typed. What it means is known only when the language and the clock are.
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

  /// The day that was typed, else the one that it is for the writer.
  func dayOrToday(_ word: DayArgument?) throws -> Day {
    try word.map { try day($0) } ?? clock.today
  }

  /// The day whose list is meant. A bare weekday is the next one: to-dos are of what is to come.
  func listDay(_ word: DayArgument?) throws -> Day {
    try word.map { try day($0, towards: .future) } ?? clock.today
  }

  /// Both ends of a span, where they were typed.
  func span(_ since: DayArgument?, _ until: DayArgument?) throws -> (since: Day?, until: Day?) {
    try calendar.span(since?.text, until?.text)
  }
}
