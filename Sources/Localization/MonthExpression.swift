public import Diary

/// A month as people say it, before it is known what today is.
public enum MonthExpression: Hashable, Sendable {
  /// The month of this day.
  case day(Day)
  /// So many months from this one.
  case months(Int)
  /// By its name alone: the one of this year.
  case month(Int)
  /// The one of the last year (-1), of the next (1).
  case monthOfYear(_ shift: Int, month: Int)
}

extension MonthExpression {
  /// The first day of the month that is meant by someone for whom it is `today`.
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

  /// Reads `2026-11`, `-1m`, and words in the reader's language or in English.
  public init?(_ text: String, reader: Reader) {
    let folded = TypedText.folded(text)
    if let day = Day(iso: folded + "-01") {
      self = .day(day)
    } else if let months = Self.shift(folded) {
      self = .months(months)
    } else if let spoken = Self.spoken(TypedText(text), reader) {
      self = spoken
    } else {
      return nil
    }
  }

  private static func spoken(_ typed: TypedText, _ reader: Reader) -> MonthExpression? {
    guard !TypedLanguages.isTooLong(typed.text) else { return nil }
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
