/// A calendar date without a time zone.
public struct Day: Hashable, Sendable {
  /// Days since 1970-01-01.
  public let number: Int

  public init(number: Int) {
    self.number = number
  }
}

/// A date of the Gregorian calendar.
public struct CalendarDate: Hashable, Sendable {
  public var year: Int
  public var month: Int
  public var day: Int
}

extension Day {
  /// The day with this date, or `nil` if the date does not exist, such as February 30.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Day.length(ofMonth: month, in: year)).contains(day)
    else { return nil }
    self.init(number: Day.number(year: year, month: month, day: day))
  }

  /// Parses exactly the format `2026-11-21`.
  public init?(iso text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Int(digits: bytes[0..<4]), let month = Int(digits: bytes[5..<7]),
      let day = Int(digits: bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Computes the number in eras of 400 years. Years begin in March here, so that the leap day is
  /// the last day.
  private static func number(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Year, month and day of month.
  public var date: CalendarDate {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return CalendarDate(year: year, month: month, day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let index = (number + 4) % 7
    return Weekday(rawValue: index >= 0 ? index : index + 7) ?? .sunday
  }

  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  public static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day `months` later, or the last day of that month if it is shorter. The result is limited
  /// to the years 1 to 9999.
  public func adding(months: Int) -> Day {
    let date = date
    let total = min(max(date.year * 12 + date.month - 1 + months, 12), 9999 * 12 + 11)
    let year = total / 12
    let month = total % 12 + 1
    let day = min(date.day, Day.length(ofMonth: month, in: year))
    return Day(number: Day.number(year: year, month: month, day: day))
  }

  public var firstOfMonth: Day { self - (date.day - 1) }

  public var lastOfMonth: Day {
    firstOfMonth + (Day.length(ofMonth: date.month, in: date.year) - 1)
  }

  /// The last such weekday up to this day.
  public func latest(_ weekday: Weekday) -> Day {
    self - (self.weekday.rawValue - weekday.rawValue + 7) % 7
  }

  /// The first such weekday from this day on.
  public func earliest(_ weekday: Weekday) -> Day {
    self + (weekday.rawValue - self.weekday.rawValue + 7) % 7
  }

  public static func + (day: Day, days: Int) -> Day { Day(number: day.number + days) }
  public static func - (day: Day, days: Int) -> Day { Day(number: day.number - days) }
  public static func - (day: Day, other: Day) -> Int { day.number - other.number }
}

extension Day: Comparable {
  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

extension Day: CustomStringConvertible {
  /// `2026-11-21`
  public var description: String {
    let date = date
    return "\(date.year.padded(to: 4))-\(date.month.padded(to: 2))-\(date.day.padded(to: 2))"
  }
}

/// A day of the week. The raw values are those of POSIX, with 0 for Sunday.
public enum Weekday: Int, CaseIterable, Sendable {
  case sunday, monday, tuesday, wednesday, thursday, friday, saturday

  /// `Monday`, for formats that are written in English.
  public var english: String {
    let name = "\(self)"
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}

extension Int {
  /// Parses ASCII digits only, without a sign or spaces.
  public init?(digits: some Collection<UInt8>) {
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value = 0
    for byte in digits {
      guard byte.isASCIIDigit else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    self = value
  }

  /// The number with leading zeros, with at least `width` digits.
  public func padded(to width: Int) -> String {
    let digits = String(magnitude)
    return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.count))
      + digits
  }
}

// The calendar of this program: the years 1 to 9999.

extension Day {
  public static let calendar = Day(number: -719_162)...Day(number: 2_932_896)

  /// Whether the day is in the years 1 to 9999.
  public var isInCalendar: Bool { Day.calendar.contains(self) }
}

extension Instant {
  /// The seconds since 1970 of these years in UTC.
  public static let calendar = Int64(-62_135_596_800)...253_402_300_799
  /// Those that are in these years in every time zone.
  public static let calendarEverywhere =
    (calendar.lowerBound + 86_400)...(calendar.upperBound - 86_399)
}

extension Day {
  /// The same date in earlier years, from the year `first` on, latest first.
  ///
  /// February 29 exists only in leap years. Other years include it on February 28, so that texts
  /// written on it appear every year.
  public func anniversaries(since first: Int) -> [Day] {
    let date = date
    guard first < date.year else { return [] }
    let includesLeapDay = date.month == 2 && date.day == 28 && !Day.isLeap(date.year)
    return (max(first, 1)..<max(date.year, 1)).reversed().flatMap { year in
      [includesLeapDay ? 29 : nil, date.day].compactMap { day in
        day.flatMap { Day(year: year, month: date.month, day: $0) }
      }
    }
  }
}
