public import Diary

/// A day as the user typed it, which may depend on what day today is.
public enum DayExpression: Hashable, Sendable {
  case day(Day)
  /// The number of days from today, negative for the past.
  case days(Int)
  case months(Int)
  /// A weekday without further words. It means the latest one if the past is meant, and the next
  /// one if the future is; both may be today.
  case weekday(Weekday)
  case last(Weekday)
  case next(Weekday)
  /// The weekday of this week (0), of last week (-1) or of next week (1).
  case weekdayOfWeek(Weekday, shift: Int)
  /// Some weeks after the next such weekday: `a week from friday`.
  case weeksFrom(Weekday, Int)
  /// The last day of this week, month or year (0), of the last (-1) or of the next one (1).
  case endOfWeek(Int)
  case endOfMonth(Int)
  case endOfYear(Int)
  /// The last day of a month without a year. It means the nearest one in the given direction.
  case endOfNamedMonth(Int)
  /// A day of a month that is not named. It means the nearest one in the given direction.
  case dayOfMonth(Int)
  /// A day of this month (0), of last month (-1) or of next month (1).
  case dayOfRelativeMonth(_ shift: Int, Int)
  /// A date without a year. It means the nearest one in the given direction.
  case date(month: Int, day: Int)
  /// A date with a weekday but no year. It means the one nearest to today with that weekday.
  case dateOnWeekday(month: Int, day: Int, Weekday)
  /// A date of this year (0), of last year (-1) or of next year (1).
  case dateOfYear(_ shift: Int, month: Int, day: Int)
  /// The first such weekday of a month (1), the second (2), or the last (-1).
  case weekdayOfMonth(_ place: Int, Weekday, of: SpanExpression)

  public enum Direction: Sendable { case past, future }
}

extension DayExpression {
  /// The day that the expression means on the day `today`.
  public func day(
    from today: Day, firstWeekday: Weekday = .monday, towards direction: Direction = .past
  ) -> Day {
    switch self {
    case .day(let day): return day
    case .days(let days): return today + days
    case .months(let months): return today.adding(months: months)
    case .weekday(let weekday):
      return direction == .past
        ? today.latest(weekday) : today.earliest(weekday)
    case .last(let weekday): return (today - 1).latest(weekday)
    case .next(let weekday): return (today + 1).earliest(weekday)
    case .weekdayOfWeek(let weekday, let weeks):
      let day = (today.latest(firstWeekday) + 7 * weeks).earliest(weekday)
      // A plan for this week is not one for a day that is over.
      return weeks == 0 && direction == .future && day < today ? day + 7 : day
    case .weeksFrom(let weekday, let weeks):
      return today.earliest(weekday) + 7 * weeks
    case .endOfWeek(let weeks): return today.latest(firstWeekday) + (7 * weeks + 6)
    case .endOfMonth(let months): return today.firstOfMonth.adding(months: months).lastOfMonth
    case .endOfYear(let years):
      return Day(year: today.date.year + years, month: 12, day: 31) ?? today
    case .endOfNamedMonth(let month):
      return Self.nearest(to: today, direction, years: 1) { year in
        Day(year: year, month: month, day: 1)?.lastOfMonth
      }
    case .dayOfMonth(let number):
      // Of two months in a row, at least one has 31 days.
      let days = (-2...2).compactMap { months -> Day? in
        let date = today.firstOfMonth.adding(months: months).date
        return Day(year: date.year, month: date.month, day: number)
      }
      return Self.nearest(days, to: today, direction)
    case .dayOfRelativeMonth(let months, let number):
      let first = today.firstOfMonth.adding(months: months)
      return min(first + (number - 1), first.lastOfMonth)
    case .date(let month, let day):
      // Two leap years are at most eight years apart.
      return Self.nearest(to: today, direction, years: 8) { year in
        Day(year: year, month: month, day: day)
      }
    case .dateOnWeekday(let month, let day, let weekday):
      // A leap day falls on the same weekday at most forty years later.
      let days = (-40...40).compactMap { years in
        Day(year: today.date.year + years, month: month, day: day)
      }
      let fitting = days.filter { $0.weekday == weekday }
      return fitting.min { abs($0 - today) < abs($1 - today) } ?? today
    case .dateOfYear(let shift, let month, let day):
      let first = Day(year: today.date.year + shift, month: month, day: 1)
      // February 29 becomes February 28 in a year without it.
      return first.map { min($0 + (day - 1), $0.lastOfMonth) } ?? today
    case .weekdayOfMonth(let place, let weekday, let span):
      func day(inMonthOf first: Day) -> Day {
        place > 0
          ? first.earliest(weekday) + 7 * (place - 1) : first.lastOfMonth.latest(weekday)
      }
      guard case .namedMonth(let month) = span else {
        return day(inMonthOf: span.span(from: today, firstWeekday: firstWeekday).first)
      }
      return Self.nearest(to: today, direction, years: 1) { year in
        Day(year: year, month: month, day: 1).map(day)
      }
    }
  }

  /// How many days ahead a day may be where the past is meant. A day of the week to come is meant more
  /// often than the same one a year ago.
  private static let daysAhead = 7

  /// The nearest of the days in the direction.
  private static func nearest(_ days: [Day], to today: Day, _ direction: Direction) -> Day {
    let day =
      switch direction {
      case .past: days.filter { $0 - today <= daysAhead }.max()
      case .future: days.filter { $0 >= today }.min()
      }
    return day ?? today
  }

  /// The nearest of the days that years around today have.
  private static func nearest(
    to today: Day, _ direction: Direction, years: Int, _ day: (_ year: Int) -> Day?
  ) -> Day {
    nearest((-years...years).compactMap { day(today.date.year + $0) }, to: today, direction)
  }
}

// MARK: Parsing

extension DayExpression {
  /// The largest accepted distance from today, in days: a bit more than a thousand years.
  private static let maxDistance = 400_000

  /// Parses `2026-11-21`, `-3d`, phrases in any language, and every date that the program prints.
  public init?(_ text: String, reader: Reader) {
    let day =
      DayExpression(numeric: TypedText.folded(text)) ?? reader.meaning(of: text) { $0.day($1) }
    guard let day else { return nil }
    self = day
  }

  /// Parses what needs no words: `2026-11-21`, `20261121`, `-3d`, and `21` for a day of the month.
  init?(numeric text: String) {
    let digits = Array(text.utf8)
    if let day = Day(iso: text) {
      self = .day(day)
    } else if let shift = Self.shift(text) {
      self = shift
    } else if digits.count == 8, let number = Int(digits: digits) {
      let day = Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
      guard let day else { return nil }
      self = .day(day)
    } else if digits.count <= 2, let number = Int(digits: digits), (1...31).contains(number) {
      self = .dayOfMonth(number)
    } else {
      return nil
    }
  }

  /// `-3d`, `+2w`, `-1m`, `-1y`
  private static func shift(_ text: String) -> DayExpression? {
    guard let sign = text.first, sign == "-" || sign == "+", let unit = text.last,
      let count = Int(digits: Array(text.utf8.dropFirst().dropLast())), count <= maxDistance
    else { return nil }
    let number = sign == "-" ? -count : count
    switch unit {
    case "d": return .days(number)
    case "w": return count <= maxDistance / 7 ? .days(number * 7) : nil
    case "m": return count <= 12_000 ? .months(number) : nil
    case "y": return count <= 1_000 ? .months(number * 12) : nil
    default: return nil
    }
  }
}
