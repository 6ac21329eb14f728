public import Diary

/// A month as people say it, before it is known what today is.
public enum MonthExpression: Hashable, Sendable {
  /// The month of this day.
  case day(Day)
  /// So many months from this one.
  case months(Int)
  /// By its name alone: the one of this year.
  case month(Int)
}

extension MonthExpression {
  /// The first day of the month that is meant by someone for whom it is `today`.
  public func firstDay(from today: Day) -> Day {
    switch self {
    case .day(let day): Self.first(day)
    case .months(let months): Self.first(today.adding(months: months))
    case .month(let month):
      Day(year: today.date.year, month: month, day: 1) ?? Self.first(today)
    }
  }

  private static func first(_ day: Day) -> Day { day - (day.date.day - 1) }

  /// Reads `2026-11`, `-1m`, and words in the reader's language or in English.
  public init?(_ text: String, reader: Reader) {
    if let day = Day(iso: text + "-01") {
      self = .day(day)
    } else if let months = Self.shift(text) {
      self = .months(months)
    } else if let spoken = DayWords(reader.catalog).readMonth(text)
      ?? DayWords(reader.english).readMonth(text)
    {
      self = spoken
    } else {
      return nil
    }
  }

  /// `-1m`, `+2m`
  private static func shift(_ text: String) -> Int? {
    guard let sign = text.first, sign == "-" || sign == "+", text.last == "m",
      let count = Int(digits: Array(text.utf8.dropFirst().dropLast())), count <= 12_000
    else { return nil }
    return sign == "-" ? -count : count
  }
}
