import Diary
import JSON

@testable import Exchange

/// Times and files for the tests of calendars.
enum CalendarSamples {
  static let hours = [-11, -8, 0, 9, 14]

  /// A user's time zone, so many hours east of UTC.
  static func civil(_ hours: Int = 9) -> CivilTime {
    CivilTime(
      offset: { _ in hours * 3600 },
      zone: { name in
        let known = ["Asia/Seoul": 9, "America/New_York": -5]
        guard let hours = known[name] else { return nil }
        return { _ in hours * 3600 }
      })
  }

  static let now = moment("2026-11-25T12:00:00+09:00")

  static func moment(_ text: String) -> Moment {
    Moment(rfc3339: text) ?? Moment(Instant(secondsSince1970: 0), offset: 0)
  }

  static func day(_ text: String) -> Day { Day(iso: text) ?? Day(number: 0) }

  static func calendar(_ lines: String, lineBreak: String = "\r\n") -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//sample//EN"]
      + lines.split(separator: "\n").map(String.init) + ["END:VCALENDAR", ""])
      .joined(separator: lineBreak)
  }

  /// What a reader returns and throws, in order.
  struct Reading {
    var items: [Item] = []
    var errors: [ExchangeError] = []
    var left = LeftOut()

    var item: Item? { items.first }
  }

  static func read(
    _ source: Source, _ civil: CivilTime = civil()
  ) throws -> Reading {
    var reader = try FormatReader<CalendarFormat>(source, time: civil, now: now)
    var reading = Reading()
    while true {
      do {
        guard let item = try reader.next() else { break }
        reading.items.append(item)
      } catch let error as ExchangeError {
        reading.errors.append(error)
      }
    }
    reading.left = reader.left
    return reading
  }

  static func read(_ text: String, _ civil: CivilTime = civil()) throws -> Reading {
    try read(Source(name: "a.ics", Array(text.utf8)), civil)
  }

  /// The components inside of one calendar.
  static func read(lines: String, _ civil: CivilTime = civil()) throws -> Reading {
    try read(calendar(lines), civil)
  }

  static func write(_ items: [Item], _ civil: CivilTime = civil()) -> String {
    var writer = CalendarWriter(time: civil)
    writer.stamp = moment("2026-01-01T00:00:00Z")
    var text = writer.beginning
    for item in items { text += writer.text(of: item) ?? "" }
    return text + writer.end
  }

  /// The lines of a file without those of the calendar, not folded, in the order of their text.
  static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      var line = line
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.first == UInt8(ascii: " "), let last = lines.popLast() {
        lines.append(last + String(decoding: line.dropFirst(), as: UTF8.self))
      } else {
        lines.append(String(decoding: line, as: UTF8.self))
      }
    }
    return lines.filter { !$0.hasPrefix("PRODID:") && !$0.hasPrefix("VERSION:") }.sorted()
  }

  static func entry(
    _ title: String, _ body: String = "", tags: [String] = [], day: String = "2026-11-21",
    time: String? = nil
  ) -> EntryItem {
    EntryItem(
      day: Self.day(day), time: time.flatMap { TimeOfDay(iso: $0) },
      text: Text(title: title, body: body, tags: tags),
      createdAt: moment("2026-11-21T10:30:00+09:00"),
      updatedAt: moment("2026-11-22T10:30:00+09:00"))
  }
}
