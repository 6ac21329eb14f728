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
      let years = direction == .past ? [0, -1, -2, -3, -4] : [0, 1, 2, 3, 4]
      let days = years.compactMap { Day(year: today.date.year + $0, month: month, day: day) }
      return days.first { direction == .past ? $0 <= today : $0 >= today } ?? today
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

  /// Reads `2026-11-21`, `-3d`, and words in the reader's language or in English.
  public init?(_ text: String, reader: Reader) {
    if let day = Day(iso: text) {
      self = .day(day)
    } else if let shift = Self.shift(text) {
      self = shift
    } else if let spoken = DayWords(reader.catalog).read(text)
      ?? DayWords(reader.english).read(text)
    {
      self = spoken
    } else {
      return nil
    }
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
