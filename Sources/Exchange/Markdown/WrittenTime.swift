import Diary

/// A date in front matter, with or without a time and an offset.
struct WrittenTime {
  var day: Day
  var time: TimeOfDay?
  var second = 0
  /// In seconds east of UTC.
  var offset: Int?
  /// Whether the time is that of UTC because the program writes all times so.
  var isUTC = false

  /// `2026-11-21`, `2026-11-21T17:42:46Z`, `2026-11-21 17:42-07:00`, `21/11/2026 17:42`, `21-11-2026 05:42 PM`, or
  /// milliseconds since 1970. Whether day or month is first must be clear.
  init?(_ text: String) {
    guard text.utf8.count < 60 else { return nil }
    if text.utf8.count == 13, let milliseconds = Int(digits: text.utf8) {
      let moment = Moment(Instant(secondsSince1970: Int64(milliseconds / 1000)), offset: 0)
      (day, time, offset, isUTC) = (moment.day, moment.time, 0, true)
      second = milliseconds / 1000 % 60
      return
    }
    let date = text.prefix(10)
    guard let day = Day(iso: date) ?? Self.day(withYearLast: date) else { return nil }
    self.day = day
    var rest = text.dropFirst(10)
    if rest.isEmpty { return }
    guard rest.first == "T" || rest.first == "t" || rest.first == " " else { return nil }
    rest = rest.dropFirst()
    guard let time = TimeOfDay(iso: rest.prefix(5)) else { return nil }
    self.time = time
    rest = rest.dropFirst(5)
    if rest.first == ":" {
      guard let second = Int(digits: Array(rest.dropFirst().prefix(2).utf8)), second < 60 else {
        return nil
      }
      self.second = second
      rest = rest.dropFirst(3)
      if rest.first == "." { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
    }
    let zone = rest.trimmed
    switch zone {
    case "": return
    case "Z", "z": (offset, isUTC) = (0, true)
    case "AM", "PM", "am", "pm":
      guard (1...12).contains(time.hour) else { return nil }
      self.time?.hour = time.hour % 12 + (zone.lowercased() == "pm" ? 12 : 0)
    default:
      let digits = zone.dropFirst().filter { $0 != ":" }
      guard zone.first == "+" || zone.first == "-", digits.utf8.count == 4,
        let number = Int(digits: Array(digits.utf8)), number < 2400, number % 100 < 60
      else { return nil }
      offset = (zone.first == "-" ? -1 : 1) * (number / 100 * 3600 + number % 100 * 60)
    }
  }

  private static func day(withYearLast text: Substring) -> Day? {
    let parts = text.split { $0 == "/" || $0 == "-" }.map { Int(digits: Array($0.utf8)) }
    guard parts.count == 3, let first = parts[0], let second = parts[1], let year = parts[2],
      year > 999
    else { return nil }
    if first == second || first > 12 { return Day(year: year, month: second, day: first) }
    return second > 12 ? Day(year: year, month: first, day: second) : nil
  }

  /// The instant in the zone that is written, else in the user's.
  func moment(_ civil: CivilTime) -> Moment {
    guard let time else { return civil.noon(of: day) }
    guard let offset else { return civil.moment(on: day, at: time, second: second) }
    let wall = Int64(day.number) * 86_400 + Int64(time.hour * 3600 + time.minute * 60 + second)
    let instant = Instant(secondsSince1970: wall - Int64(offset))
    return isUTC ? civil.moment(instant) : Moment(instant, offset: offset)
  }
}

extension FrontMatter {
  /// A date and time; `nil` if there is none with the name.
  ///
  /// - Throws: an `ExchangeError` if it is something else.
  func time(_ name: String) throws(ExchangeError) -> WrittenTime? {
    guard let text = text(name) else { return nil }
    guard let time = WrittenTime(text) else {
      throw ExchangeError(.badDate(field: name, typed: text))
    }
    return time
  }
}
