import App
import Arguments
import Diary
import Localization

/// A month or a day as it was typed. What it means is known only when the language and the clock are.
struct MonthArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: DisplayText { .message(.placeholderMonthOrDay) }
  static var completion: CompletionKind { .days }
}

extension MonthArgument {
  enum Meaning: Hashable {
    /// By its first day.
    case month(Day)
    case day(Day)
  }

  /// Months come first: `last month` is a month here, and elsewhere the day a month ago.
  func meaning(in app: App) throws -> Meaning {
    if let month = MonthExpression(text, reader: app.reader) {
      return .month(month.firstDay(from: app.clock.today))
    }
    do {
      return .day(try app.day(DayArgument(argument: text)))
    } catch UsageError.badDay {
      throw BadMonth(typed: text)
    }
  }
}

/// Neither a month nor a day.
private struct BadMonth: Error, Explained {
  var typed: String

  var explanation: Explanation {
    Explanation(.monthBad(typed: typed), hint: .monthHint, status: .usage)
  }
}
