public import Diary

/// A day as people say it, before it is known what today is.
public enum DayExpression: Hashable, Sendable {
  case day(Day)
  /// So many days from today; those before it are negative.
  case days(Int)
  case months(Int)
  /// A weekday without a word about which: the last one for what was, the next one for what will be.
  case weekday(Weekday)
  case last(Weekday)
  case next(Weekday)
  /// The one in this week, in the last (-1), in the next (1).
  case weekdayOfWeek(Weekday, shift: Int)
  /// Without a year: the nearest one in the direction that is asked for.
  case date(month: Int, day: Int)
  /// The same with its weekday: the year nearest to today in which it falls on that one.
  case dateOnWeekday(month: Int, day: Int, Weekday)
  /// The one of this year, of the last (-1), of the next (1).
  case dateOfYear(_ shift: Int, month: Int, day: Int)

  public enum Direction: Sendable { case past, future }
}

extension DayExpression {
  /// The day that is meant by someone for whom it is `today`.
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
      // The year may have no 29th of February.
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

// MARK: Reading

extension DayExpression {
  /// How far from today a day may be said to be: a bit more than a thousand years.
  private static let farthest = 400_000

  /// Reads `2026-11-21`, `-3d`, words in the reader's language or in English, and every date that
  /// the program writes.
  public init?(_ text: String, reader: Reader) {
    let folded = TypedText.folded(text)
    if let day = Day(iso: folded) {
      self = .day(day)
    } else if let shift = Self.shift(folded) {
      self = shift
    } else if let spoken = Self.spoken(TypedText(text), reader) {
      self = spoken
    } else {
      return nil
    }
  }

  private static func spoken(_ typed: TypedText, _ reader: Reader) -> DayExpression? {
    guard !TypedLanguages.isTooLong(typed.text) else { return nil }
    return reader.dayWords.lazy.compactMap { $0.read(typed) }.first
  }

  /// `-3d`, `+2w`, `-1m`, `-1y`
  private static func shift(_ text: String) -> DayExpression? {
    guard let sign = text.first, sign == "-" || sign == "+", let unit = text.last,
      let count = Int(digits: Array(text.utf8.dropFirst().dropLast())), count <= farthest
    else { return nil }
    let number = sign == "-" ? -count : count
    switch unit {
    case "d": return .days(number)
    case "w": return count <= farthest / 7 ? .days(number * 7) : nil
    case "m": return count <= 12_000 ? .months(number) : nil
    case "y": return count <= 1_000 ? .months(number * 12) : nil
    default: return nil
    }
  }
}
