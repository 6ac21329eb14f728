import Diary

extension Day {
  /// From which second on since 1970 a clock somewhere may show this day; none is as much as a day
  /// off Greenwich.
  var earliestSecond: Int64 { Self.second(startOf: clampedNumber - 1) }

  /// By which second no clock shows it any more.
  var secondAfter: Int64 { Self.second(startOf: clampedNumber + 2) }

  /// A day that was typed may be beyond any calendar.
  private var clampedNumber: Int { min(max(number, -1_000_000_000), 1_000_000_000) }

  private static func second(startOf number: Int) -> Int64 { Int64(number) * 86_400 }
}

extension Day {
  /// The days of the years 1 to 9999, which the tables allow.
  private static let keepable = -719_162...2_932_896

  /// The day, as a value for a column that holds one.
  func checked() throws(JournalError) -> Day {
    guard Self.keepable.contains(number) else { throw .dayOutOfRange }
    return self
  }
}
