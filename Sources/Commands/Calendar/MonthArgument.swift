import App
import Arguments
import Diary
import Localization

/// A month or a day as it was typed. It is parsed later, when the language and the date are known.
struct MonthArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: DisplayText { .message(.placeholderMonthOrDay) }
  static var completion: CompletionKind { .days }
}

extension MonthArgument {
  enum Meaning: Hashable {
    /// The month that begins on this day.
    case month(Day)
    case day(Day)
  }

  /// Months take precedence: `last month` is a month here, but a day in other commands.
  func meaning(in app: App) throws -> Meaning {
    if let month = MonthExpression(text, reader: app.reader) {
      return .month(month.firstDay(from: app.clock.today))
    }
    do {
      return .day(try app.day(DayArgument(argument: text)))
    } catch UsageError.badDay, UsageError.incompleteDay {
      throw Explanation(.monthBad(typed: text), hint: .monthHint, status: .usage)
    }
  }
}
