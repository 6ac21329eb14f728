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
  /// A date without a year. It means the nearest one in the given direction.
  case date(month: Int, day: Int)
  /// A date with a weekday but no year. It means the one nearest to today with that weekday.
  case dateOnWeekday(month: Int, day: Int, Weekday)
  /// A date of this year (0), of last year (-1) or of next year (1).
  case dateOfYear(_ shift: Int, month: Int, day: Int)

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
        ? Self.latest(weekday, until: today) : Self.earliest(weekday, from: today)
    case .last(let weekday): return Self.latest(weekday, until: today - 1)
    case .next(let weekday): return Self.earliest(weekday, from: today + 1)
    case .weekdayOfWeek(let weekday, let weeks):
      let start = Self.latest(firstWeekday, until: today)
      return Self.earliest(weekday, from: start + 7 * weeks)
    case .date(let month, let day):
      // Two leap years are at most eight years apart.
      let days = (0...8).compactMap { years in
        Day(
          year: today.date.year + (direction == .past ? -years : years), month: month, day: day)
      }
      return days.first { direction == .past ? $0 <= today : $0 >= today } ?? today
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
      return first.map { min($0 + (day - 1), $0.adding(months: 1) - 1) } ?? today
    }
  }

  private static func latest(_ weekday: Weekday, until day: Day) -> Day {
    day - (day.weekday.rawValue - weekday.rawValue + 7) % 7
  }

  private static func earliest(_ weekday: Weekday, from day: Day) -> Day {
    day + (weekday.rawValue - day.weekday.rawValue + 7) % 7
  }
}

// MARK: Parsing

extension DayExpression {
  /// The largest accepted distance from today, in days: a bit more than a thousand years.
  private static let maxDistance = 400_000

  /// Parses `2026-11-21`, `-3d`, phrases in the reader's language or in English, and every date
  /// that the program prints.
  public init?(_ text: String, reader: Reader) {
    let folded = TypedText.folded(text)
    if let day = Day(iso: folded) {
      self = .day(day)
    } else if let shift = Self.shift(folded) {
      self = shift
    } else if let expression = Self.phrase(TypedText(text), reader) {
      self = expression
    } else {
      return nil
    }
  }

  private static func phrase(_ typed: TypedText, _ reader: Reader) -> DayExpression? {
    guard !TypedLanguages.isEmptyOrTooLong(typed.text) else { return nil }
    return reader.dayWords.lazy.compactMap { $0.read(typed) }.first
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
