package import Diary
package import Localization

/// Parses days and spans as users type them, in any language and relative to today.
package struct DayReader: Sendable {
  package let reader: Reader
  package let today: Day
  package let firstWeekday: Weekday

  package init(reader: Reader, today: Day, firstWeekday: Weekday) {
    self.reader = reader
    self.today = today
    self.firstWeekday = firstWeekday
  }

  /// The day that was typed.
  package func day(
    _ typed: String, towards direction: DayExpression.Direction = .past
  ) throws(Explanation) -> Day {
    if let day = DayExpression(typed, reader: reader) { return self.day(day, towards: direction) }
    guard let span = SpanExpression(typed, reader: reader) else { throw error(for: typed) }
    let days = try self.span(span, towards: direction)
    throw Explanation(
      .dayIsSpan(typed: typed, from: days.lowerBound, to: days.upperBound), hint: .dayHint,
      status: .usage)
  }

  private func day(
    _ day: DayExpression, towards direction: DayExpression.Direction = .past
  ) -> Day {
    day.day(from: today, firstWeekday: firstWeekday, towards: direction)
  }

  /// The error for a text that is not a day, which may be the beginning of one.
  private func error(for typed: String) -> Explanation {
    let endings = [reader.weekday(.friday), "friday", "days ago"]
    let example = endings.lazy.map { typed + " " + $0 }.first {
      DayExpression($0, reader: reader) != nil
    }
    let hint =
      typed.isEmpty ? nil : example.map { Message.dayIncompleteHint(example: $0) }
    return Explanation(.dayBad(typed: typed), hint: hint ?? .dayHint, status: .usage)
  }

  // MARK: Times

  /// A time of today, a day, or both: `14:05`, `yesterday`, `yesterday 23:10`, `어제 오후 2:05`.
  ///
  /// - Parameters:
  ///   - now: the current time, from which `an hour ago` is counted.
  ///   - endOfDay: the hour at which a day ends.
  package func dayAndTime(
    _ typed: String, now: Moment, endOfDay: Int
  ) throws(Explanation) -> DayAndTime {
    guard let moment = MomentExpression(typed, reader: reader) else {
      throw Explanation(.dayOrTimeBad(typed: typed), hint: .dayOrTimeHint, status: .usage)
    }
    switch moment {
    case .time(let time): return DayAndTime(day: today, time: time)
    case .day(let day, let time): return DayAndTime(day: self.day(day), time: time)
    case .lateTime(let time, let day):
      // The diary's day may end even later.
      return DayAndTime(day: self.day(day) + (time.hour < endOfDay ? 0 : 1), time: time)
    case .minutesAgo(let minutes):
      let seconds = now.instant.secondsSince1970 - Int64(minutes) * 60
      let moment = Moment(Instant(secondsSince1970: seconds), offset: now.offset)
      return DayAndTime(day: moment.day(endingAt: endOfDay), time: moment.time)
    }
  }

  // MARK: Spans

  /// The span that was typed.
  package func span(
    _ typed: String, towards direction: DayExpression.Direction = .past
  ) throws(Explanation) -> ClosedRange<Day> {
    try span(expression(typed), towards: direction)
  }

  /// The span as it was typed, before it is related to today.
  package func expression(_ typed: String) throws(Explanation) -> SpanExpression {
    guard let span = SpanExpression(typed, reader: reader) else {
      throw Explanation(.spanBad(typed: typed), hint: .spanHint, status: .usage)
    }
    return span
  }

  package func span(
    _ expression: SpanExpression, towards direction: DayExpression.Direction = .past
  ) throws(Explanation) -> ClosedRange<Day> {
    let span = expression.span(from: today, firstWeekday: firstWeekday, towards: direction)
    guard span.first <= span.last else {
      throw .daysInWrongOrder(since: span.first, until: span.last)
    }
    return span.first...span.last
  }

  /// The first day of one span and the last day of another. An end that was not given is `nil`.
  ///
  /// - Parameter direction: where the end is looked for; to-dos are planned ahead.
  package func ends(
    _ since: String?, _ until: String?, towards direction: DayExpression.Direction = .past
  ) throws(Explanation) -> (since: Day?, until: Day?) {
    var first: Day?
    var last: Day?
    if let since {
      let start = try expression(since)
      first = try span(start).lowerBound
      // What begins on a day of the year or the month begins in the past.
      if let day = first, day > today, let past = try? span(.since(start)) {
        first = past.lowerBound
      }
    }
    if let until { last = try span(until, towards: direction).upperBound }
    if let first, let last, first > last { throw .daysInWrongOrder(since: first, until: last) }
    return (first, last)
  }
}

/// A day, and a time on it if one was given.
package struct DayAndTime: Hashable, Sendable {
  package var day: Day
  package var time: TimeOfDay?

  package init(day: Day, time: TimeOfDay?) {
    self.day = day
    self.time = time
  }
}
