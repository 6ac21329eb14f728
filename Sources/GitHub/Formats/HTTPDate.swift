import Diary

extension Instant {
  /// Parses a date in HTTP format: `Sun, 06 Nov 1994 08:49:37 GMT`, and two obsolete forms,
  /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  init?(httpDate text: String) {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.utf8.split { $0 == 0x20 || $0 == 0x2C || $0 == 0x2D }.map(Substring.init)
    guard words.count >= 5, let time = Instant.secondsOfDay(words.first { $0.contains(":") })
    else { return nil }
    let dayFirst = Int(words[1]) != nil
    let yearWord = dayFirst ? words[3] : words[words.count - 1]
    guard let month = Instant.months.firstIndex(of: words[dayFirst ? 2 : 1].lowercased()),
      let dayOfMonth = Int(digits: words[dayFirst ? 1 : 2].utf8),
      let year = Int(digits: yearWord.utf8), let fullYear = Instant.fullYear(year, yearWord),
      let day = Day(year: fullYear, month: month + 1, day: dayOfMonth)
    else { return nil }
    self.init(secondsSince1970: Int64(day.number) * 86_400 + Int64(time))
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func secondsOfDay(_ text: Substring?) -> Int? {
    let parts = (text ?? "").utf8.split(separator: UInt8(ascii: ":"))
    guard parts.count == 3, let hour = Int(digits: parts[0]), hour < 24,
      let minute = Int(digits: parts[1]), minute < 60, let second = Int(digits: parts[2]),
      second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// Years of two digits are from 1970 to 2069.
  private static func fullYear(_ year: Int, _ word: Substring) -> Int? {
    switch word.utf8.count {
    case 4: year
    case 2: year < 70 ? 2000 + year : 1900 + year
    default: nil
    }
  }

  /// Parses seconds since 1970, up to the year 9999.
  init?(epoch text: String?) {
    guard let text, let seconds = Int(digits: text.utf8), seconds <= Instant.calendar.upperBound
    else { return nil }
    self.init(secondsSince1970: Int64(seconds))
  }

  /// Parses the expiry of a token in GitHub's format: `2024-08-14 08:24:53 UTC`, or with `-0700`.
  init?(expiry text: String?) {
    let words = (text ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    var zone = String(words[2])
    if zone == "UTC" || zone == "GMT" { zone = "Z" }
    if zone.utf8.count == 5 { zone = "\(zone.prefix(3)):\(zone.suffix(2))" }
    self.init(rfc3339: "\(words[0])T\(words[1])\(zone)")
  }
}
