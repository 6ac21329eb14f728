import Diary

extension Day {
  /// The first second since 1970 at which this day begins in any time zone. No offset reaches 24
  /// hours.
  var earliestSecond: Int64 { Self.second(startOf: clampedNumber - 1) }

  /// The second since 1970 at which this day is over in every time zone.
  var secondAfter: Int64 { Self.second(startOf: clampedNumber + 2) }

  /// A day that the user typed may be outside the calendar.
  private var clampedNumber: Int { min(max(number, -1_000_000_000), 1_000_000_000) }

  private static func second(startOf number: Int) -> Int64 { Int64(number) * 86_400 }
}

extension Day {
  /// The day, if it fits into a column for days.
  func checked() throws(JournalError) -> Day {
    guard isInCalendar else { throw .dayOutOfRange }
    return self
  }
}
