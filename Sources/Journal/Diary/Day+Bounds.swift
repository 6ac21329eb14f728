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
