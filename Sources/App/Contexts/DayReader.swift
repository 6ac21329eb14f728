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
    guard let expression = DayExpression(typed, reader: reader) else { throw .badDay(typed) }
    return expression.day(from: today, firstWeekday: firstWeekday, towards: direction)
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
