import Glibc

/// Converts seconds since 1970 to and from the formats of HTTP and GitHub.
public enum CivilTime {
  public static var now: Int { time(nil) }

  /// The start of the day that contains `seconds`.
  static func startOfDay(_ seconds: Int) -> Int { floorDays(seconds) * 86_400 }

  /// For example `2026-11-21`.
  static func day(_ seconds: Int) -> String {
    let (year, month, day) = civil(floorDays(seconds))
    return "\(padded(year, to: 4))-\(padded(month))-\(padded(day))"
  }

  /// For example `2026-11-21T08:42:46Z`.
  static func iso(_ seconds: Int) -> String { "\(day(seconds))T\(clock(seconds))Z" }

  /// For example `Sat, 21 Nov 2026 08:42:46 GMT`.
  static func http(_ seconds: Int) -> String {
    let (year, month, day) = civil(floorDays(seconds))
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][weekday(seconds)]
    let name = months[month - 1].prefix(3)
    return "\(weekday), \(padded(day)) \(name) \(padded(year, to: 4)) \(clock(seconds)) GMT"
  }

  /// 0 is Sunday.
  static func weekday(_ seconds: Int) -> Int {
    let number = (floorDays(seconds) + 4) % 7
    return number < 0 ? number + 7 : number
  }

  /// Parses `2026-11-21`, `2026-11-21T08:42:46Z` and `2026-11-21T17:42:46+09:00`.
  public static func parse(_ text: some StringProtocol) -> Int? {
    let digits = text.split { !$0.isWholeNumber }.prefix(6).compactMap { Int($0) }
    guard digits.count >= 3, (1...12).contains(digits[1]), (1...31).contains(digits[2]),
      (0...9999).contains(digits[0])
    else { return nil }
    var seconds = days(year: digits[0], month: digits[1], day: digits[2]) * 86_400
    guard digits.count == 6 else { return seconds }
    seconds += digits[3] * 3600 + digits[4] * 60 + digits[5]
    let zone = text.dropFirst(19).drop { $0 != "+" && $0 != "-" && $0 != " " }
    let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { return seconds }
    return seconds - (zone.first == "-" ? -1 : 1) * (parts[0] * 3600 + parts[1] * 60)
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
    // Howard Hinnant's `civil_from_days`. Years begin in March, so that leap days come last.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func floorDays(_ seconds: Int) -> Int {
    seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
  }

  private static func clock(_ seconds: Int) -> String {
    let second = seconds - floorDays(seconds) * 86_400
    return "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
  }

  static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
