public import Diary

/// A month as the user typed it, which may depend on what day today is.
public enum MonthExpression: Hashable, Sendable {
  /// The month of this day.
  case day(Day)
  /// The number of months from this one, negative for the past.
  case months(Int)
  /// A month without a year, which means the one of this year.
  case month(Int)
  /// A month of this year (0), of last year (-1) or of next year (1).
  case monthOfYear(_ shift: Int, month: Int)
}

extension MonthExpression {
  /// The first day of the month that the expression means on the day `today`.
  public func firstDay(from today: Day) -> Day {
    switch self {
    case .day(let day): Self.first(day)
    case .months(let months): Self.first(today.adding(months: months))
    case .month(let month):
      Day(year: today.date.year, month: month, day: 1) ?? Self.first(today)
    case .monthOfYear(let shift, let month):
      Day(year: today.date.year + shift, month: month, day: 1) ?? Self.first(today)
    }
  }

  private static func first(_ day: Day) -> Day { day - (day.date.day - 1) }

  /// Parses `2026-11`, `-1m`, and phrases in the reader's language or in English.
  public init?(_ text: String, reader: Reader) {
    let folded = TypedText.folded(text)
    if let day = Day(iso: folded + "-01") {
      self = .day(day)
    } else if let months = Self.shift(folded) {
      self = .months(months)
    } else if let expression = Self.phrase(TypedText(text), reader) {
      self = expression
    } else {
      return nil
    }
  }

  private static func phrase(_ typed: TypedText, _ reader: Reader) -> MonthExpression? {
    guard !TypedLanguages.isEmptyOrTooLong(typed.text) else { return nil }
    return reader.dayWords.lazy.compactMap { $0.readMonth(typed) }.first
  }

  /// `-1m`, `+2m`
  private static func shift(_ text: String) -> Int? {
    guard let sign = text.first, sign == "-" || sign == "+", text.last == "m",
      let count = Int(digits: Array(text.utf8.dropFirst().dropLast())), count <= 12_000
    else { return nil }
    return sign == "-" ? -count : count
  }
}
