public import Diary
public import Localization

/// Parses days as users type them, in the user's language and relative to today.
public struct DayReader: Sendable {
  public let reader: Reader
  public let today: Day
  public let firstWeekday: Weekday

  /// The day that was typed.
  public func day(
    _ typed: String, towards direction: DayExpression.Direction = .past
  ) throws(UsageError) -> Day {
    guard let expression = DayExpression(typed, reader: reader) else { throw error(for: typed) }
    return expression.day(from: today, firstWeekday: firstWeekday, towards: direction)
  }

  /// The error for a text that is no day, which may be the beginning of one: an option takes one
  /// word only.
  private func error(for typed: String) -> UsageError {
    let endings = [reader.weekday(.friday), "friday", "days ago"]
    let example = endings.lazy.map { typed + " " + $0 }.first {
      DayExpression($0, reader: reader) != nil
    }
    guard let example, !typed.isEmpty else { return .badDay(typed) }
    return .incompleteDay(typed, example: example)
  }

  /// The ends of a span. An end that was not given is `nil`.
  public func span(
    _ since: String?, _ until: String?
  ) throws(UsageError) -> (since: Day?, until: Day?) {
    var first: Day?
    var last: Day?
    if let since { first = try day(since) }
    if let until { last = try day(until) }
    if let first, let last, first > last { throw .daysInWrongOrder(since: first, until: last) }
    return (first, last)
  }
}
