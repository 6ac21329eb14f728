import Diary
import HTML

/// A day in the calendar of the page.
struct CalendarCell {
  /// The number of days since 1970.
  var day: Int32
  var level: Int?
  /// The `id` that a tool-tip refers to; empty if there is none.
  var id: Range<Int>
  /// The number in the tool-tip.
  var count: Int?
}

/// The attributes of a tag that may be a cell.
struct CellAttributes {
  private var isDay = false
  private var day: Int32?
  private var level: Int?
  private var id = 0..<0

  /// The cell; `nil` if the class or the date is missing.
  var cell: CalendarCell? {
    guard isDay, let day else { return nil }
    return CalendarCell(day: day, level: level, id: id)
  }

  mutating func read(_ attribute: HTMLAttribute, in bytes: Span<UInt8>) {
    let name = attribute.name
    let value = attribute.value
    switch name.count {
    case 2 where bytes.isWord("id", in: name): id = value
    case 5 where bytes.isWord("class", in: name):
      isDay = bytes.plain(value) { $0.isDayClass($1) ? true : nil } ?? false
    case 9 where bytes.isWord("data-date", in: name): day = bytes.plain(value) { $0.day(in: $1) }
    case 10 where bytes.isWord("data-level", in: name):
      level = bytes.plain(value) { $0.number(in: $1) }.flatMap { $0 <= 4 ? $0 : nil }
    default: break
    }
  }
}

extension Span<UInt8> {
  /// The result of `read` for a value as it is written or, if that is `nil`, with its character
  /// references decoded. Hardly any value contains references.
  fileprivate func plain<Value>(
    _ range: Range<Int>, _ read: (Span<UInt8>, Range<Int>) -> Value?
  ) -> Value? {
    if let value = read(self, range) { return value }
    guard hasReference(in: range) else { return nil }
    let decoded = HTMLReference.decoded(range, in: self, as: .attribute)
    return read(decoded.span, 0..<decoded.count)
  }

  /// Whether the range contains an `&`.
  func hasReference(in range: Range<Int>) -> Bool {
    for index in range where self[index] == UInt8(ascii: "&") { return true }
    return false
  }

  /// A number of one to nine digits.
  fileprivate func number(in range: Range<Int>) -> Int? {
    guard (1...9).contains(range.count) else { return nil }
    var value = 0
    for index in range {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// A valid date such as `2026-11-21`.
  fileprivate func day(in range: Range<Int>) -> Int32? {
    let start = range.lowerBound
    guard range.count == 10, self[start + 4] == UInt8(ascii: "-"),
      self[start + 7] == UInt8(ascii: "-"), let year = number(in: start..<start + 4),
      let month = number(in: start + 5..<start + 7), let day = number(in: start + 8..<start + 10),
      let found = Day(year: year, month: month, day: day)
    else { return nil }
    return Int32(found.number)
  }

  /// Whether one of the classes is that of a day.
  fileprivate func isDayClass(_ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, self[end] > 0x20 { end += 1 }
      if equals("ContributionCalendar-day", in: start..<end) { return true }
      start = end + 1
    }
    return false
  }

  /// Whether the range contains exactly these bytes.
  private func equals(_ word: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { letters in
      for index in 0..<range.count where self[range.lowerBound + index] != letters[index] {
        return false
      }
      return true
    }
  }
}
