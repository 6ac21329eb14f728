import Diary
import Glibc

/// Converts seconds since 1970 to and from the formats of HTTP and GitHub.
public enum CivilTime {
  public static var now: Int { time(nil) }

  /// The start of the day that contains `seconds`.
  static func startOfDay(_ seconds: Int) -> Int { dayOf(seconds).number * 86_400 }

  /// For example `2026-11-21`.
  static func day(_ seconds: Int) -> String { dayOf(seconds).description }

  /// For example `2026-11-21T08:42:46Z`.
  static func iso(_ seconds: Int) -> String {
    Instant(secondsSince1970: Int64(seconds)).description
  }

  /// For example `Sat, 21 Nov 2026 08:42:46 GMT`.
  static func http(_ seconds: Int) -> String {
    let (year, month, day) = civil(dayOf(seconds).number)
    let names = (weekdays[weekday(seconds)].prefix(3), months[month - 1].prefix(3))
    let clock = iso(seconds).dropFirst(11).prefix(8)
    return "\(names.0), \(padded(day)) \(names.1) \(padded(year, to: 4)) \(clock) GMT"
  }

  /// 0 is Sunday.
  static func weekday(_ seconds: Int) -> Int { (dayOf(seconds).number % 7 + 11) % 7 }

  /// Parses `2026-11-21`, `2026-11-21T08:42:46Z` and `2026-11-21T17:42:46+09:00`.
  public static func parse(_ text: some StringProtocol) -> Int? {
    Day(iso: text).map { $0.number * 86_400 }
      ?? Instant(rfc3339: text).map { Int($0.secondsSince1970) }
  }

  static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The year, the month and the day of the month. Months and days start at 1.
  static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let date = Day(number: days).date
    return (date.year, date.month, date.day)
  }

  private static func dayOf(_ seconds: Int) -> Day {
    Day(number: Int((Double(seconds) / 86_400).rounded(.down)))
  }

  static func padded(_ number: Int, to width: Int = 2) -> String { number.padded(to: width) }
}
