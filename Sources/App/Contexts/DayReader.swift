public import Diary
public import Localization

/// Parses days as users type them, in the user's language and relative to today.
public struct DayReader: Sendable {
  public let reader: Reader
  public let today: Day
  public let firstWeekday: Weekday

  public init(reader: Reader, today: Day, firstWeekday: Weekday) {
    self.reader = reader
    self.today = today
    self.firstWeekday = firstWeekday
  }

  /// The day that was typed.
  public func day(
    _ typed: String, towards direction: DayExpression.Direction = .past
  ) throws(UsageError) -> Day {
    guard let expression = DayExpression(typed, reader: reader) else { throw error(for: typed) }
    return expression.day(from: today, firstWeekday: firstWeekday, towards: direction)
  }

  /// A time of today, a day, or both: `14:05`, `yesterday`, `yesterday 23:10`, `어제 오후 2:05`.
  public func dayAndTime(_ typed: String) throws(UsageError) -> DayAndTime {
    if let time = TimeOfDay(typed, reader: reader) { return DayAndTime(day: today, time: time) }
    for (day, time) in Self.halves(of: typed) {
      if let time = TimeOfDay(time, reader: reader),
        let expression = DayExpression(day, reader: reader)
      {
        return DayAndTime(day: expression.day(from: today, firstWeekday: firstWeekday), time: time)
      }
    }
    guard let expression = DayExpression(typed, reader: reader) else { throw .badDayOrTime(typed) }
    let time = TimeOfDay(inDate: typed, reader: reader)
    // A time that was not understood must not be ignored.
    if time == nil, TimeOfDay.isIn(typed) { throw .badDayOrTime(typed) }
    return DayAndTime(day: expression.day(from: today, firstWeekday: firstWeekday), time: time)
  }

  /// Every way to divide a text into a day and a time after it, then every way with the time in
  /// front; the shortest time first. A number is not divided.
  private static func halves(of typed: String) -> [(day: String, time: String)] {
    // No day with a time is longer.
    guard typed.utf8.count <= 200 else { return [] }
    let places = typed.indices.dropFirst().filter {
      !(typed[$0].isNumber && typed[typed.index(before: $0)].isNumber)
    }
    return places.reversed().map { (String(typed[..<$0]), String(typed[$0...])) }
      + places.map { (String(typed[$0...]), String(typed[..<$0])) }
  }

  /// The error for a text that is not a day, which may be the beginning of one: an option takes one
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

/// A day, and a time on it if one was given.
public struct DayAndTime: Hashable, Sendable {
  public var day: Day
  public var time: TimeOfDay?

  public init(day: Day, time: TimeOfDay?) {
    self.day = day
    self.time = time
  }
}
