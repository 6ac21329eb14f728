public import Diary

/// The offsets of a time zone, from the compiled form of the time zone database (RFC 9636).
public struct ZoneRules: Sendable {
  /// The instants at which the offset changes, in order.
  private var changes: [Int64] = []
  /// The offset from each change on, in seconds east of UTC.
  private var offsets: [Int] = []
  /// The offset before the first change.
  private var first = 0
  /// The rule after the last change.
  private var rule: Rule?

  public func offset(at instant: Instant) -> Int {
    let seconds = instant.secondsSince1970
    if let rule, changes.last.map({ seconds >= $0 }) ?? true { return rule.offset(at: instant) }
    // The number of changes up to the instant.
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : offsets[low - 1]
  }

  /// `nil` if the bytes are not a file of the time zone database.
  public init?(tzif bytes: [UInt8]) {
    var rest = bytes[...]
    guard var header = Header(&rest) else { return nil }
    var width = 4
    if header.version >= UInt8(ascii: "2") {
      // The same data follows with 64 bits.
      rest = rest.dropFirst(header.length(width: 4))
      guard let wide = Header(&rest) else { return nil }
      (header, width) = (wide, 8)
    }
    guard rest.count >= header.length(width: width) else { return nil }
    for _ in 0..<header.changes { changes.append(Int64(truncating: rest.take(width))) }
    let kinds = rest.take(header.changes)
    var types: [Int] = []
    for _ in 0..<header.types {
      types.append(Int(Int32(truncatingIfNeeded: Int64(truncating: rest.take(4)))))
      _ = rest.take(2)
    }
    guard kinds.allSatisfy({ Int($0) < types.count }), let standard = types.first,
      types.allSatisfy({ abs($0) < 26 * 3600 })
    else { return nil }
    offsets = kinds.map { types[Int($0)] }
    first = standard
    _ = rest.take(header.rest(width: width))
    guard width == 8, rest.popFirst() == UInt8(ascii: "\n") else { return }
    rule = Rule(String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  private struct Header {
    var version: UInt8
    var isUT, isStandard, leaps, changes, types, letters: Int

    init?(_ bytes: inout ArraySlice<UInt8>) {
      guard bytes.count >= 44, bytes.starts(with: Array("TZif".utf8)) else { return nil }
      version = bytes[bytes.startIndex + 4]
      _ = bytes.take(20)
      var counts: [Int] = []
      for _ in 0..<6 { counts.append(Int(Int64(truncating: bytes.take(4)) & 0xFFFF_FFFF)) }
      guard counts.allSatisfy({ $0 < 100_000 }) else { return nil }
      (isUT, isStandard, leaps, changes, types, letters) = (
        counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]
      )
    }

    /// The bytes after the types.
    func rest(width: Int) -> Int { letters + leaps * (width + 4) + isStandard + isUT }

    func length(width: Int) -> Int { changes * (width + 1) + types * 6 + rest(width: width) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    defer { self = dropFirst(count) }
    return prefix(count)
  }
}

extension Int64 {
  /// A big-endian integer with a sign.
  fileprivate init(truncating bytes: ArraySlice<UInt8>) {
    let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let unused = 64 - UInt64(bytes.count) * 8
    self = Int64(bitPattern: bits << unused) >> unused
  }
}

extension ZoneRules {
  /// A rule for all years, in the notation of the variable `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`.
  private struct Rule: Sendable {
    private var standard: Int
    private var summer: (offset: Int, from: Change, to: Change)?

    private struct Change: Sendable {
      /// The day in a year that begins with `first`.
      var day: @Sendable (_ year: Int, _ first: Day) -> Day
      /// In seconds after midnight.
      var time = 2 * 3600

      /// In seconds of wall time since 1970.
      func seconds(in year: Int) -> Int64 {
        let first = Day(year: year, month: 1, day: 1) ?? Day(number: 0)
        return Int64(day(year, first).number) * 86_400 + Int64(time)
      }
    }

    func offset(at instant: Instant) -> Int {
      guard let summer else { return standard }
      let seconds = instant.secondsSince1970
      let year = Moment(instant, offset: standard).day.date.year
      guard (2...9998).contains(year) else { return standard }
      let start = summer.from.seconds(in: year) - Int64(standard)
      let end = summer.to.seconds(in: year) - Int64(summer.offset)
      // South of the equator, summer contains the turn of the year.
      let isSummer =
        start < end
        ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
      return isSummer ? summer.offset : standard
    }

    init?(_ text: String) {
      var rest = text[...]
      guard Self.skipName(&rest), let offset = Self.time(&rest) else { return nil }
      standard = -offset
      if rest.isEmpty { return }
      guard Self.skipName(&rest) else { return nil }
      var summerOffset = standard + 3600
      if let first = rest.first, first != "," {
        guard let offset = Self.time(&rest) else { return nil }
        summerOffset = -offset
      }
      let parts = rest.split(separator: ",")
      guard parts.count == 2, let from = Self.change(parts[0]), let to = Self.change(parts[1])
      else { return nil }
      summer = (summerOffset, from, to)
    }

    private static func skipName(_ text: inout Substring) -> Bool {
      if text.first == "<" {
        guard let end = text.firstIndex(of: ">") else { return false }
        text = text[text.index(after: end)...]
        return true
      }
      let name = text.prefix(while: \.isLetter)
      text = text[name.endIndex...]
      return name.count >= 3
    }

    /// `-5:30`, in seconds.
    private static func time(_ text: inout Substring) -> Int? {
      let isNegative = text.first == "-"
      if isNegative || text.first == "+" { text.removeFirst() }
      let typed = text.prefix { $0.isNumber || $0 == ":" }
      text = text[typed.endIndex...]
      let parts = typed.split(separator: ":").map { Int(digits: Array($0.utf8)) }
      guard (1...3).contains(parts.count), !parts.contains(nil),
        parts.compactMap(\.self).allSatisfy({ $0 < 200 })
      else { return nil }
      let seconds = zip(parts, [3600, 60, 1]).reduce(0) { $0 + ($1.0 ?? 0) * $1.1 }
      return isNegative ? -seconds : seconds
    }

    private static func change(_ text: Substring) -> Change? {
      let parts = text.split(separator: "/", maxSplits: 1)
      guard let date = parts.first else { return nil }
      let letter = date.prefix { $0.isLetter }
      let numbers = date.dropFirst(letter.count)
        .split(separator: ".", omittingEmptySubsequences: false).map { Int(digits: $0.utf8) ?? -1 }
      let number = numbers[0]
      var change: Change
      switch (letter, numbers.count) {
      case ("M", 3):
        // A weekday of a week of a month; week 5 is the last one.
        let (month, week, weekday) = (number, numbers[1], numbers[2])
        guard (1...12).contains(month), (1...5).contains(week), (0...6).contains(weekday) else {
          return nil
        }
        change = Change { year, first in
          let start = Day(year: year, month: month, day: 1) ?? first
          let day = start + (weekday - start.weekday.rawValue + 7) % 7 + (week - 1) * 7
          return day.date.month == month ? day : day - 7
        }
      case ("J", 1):
        // A day of the year, counted from 1, without February 29.
        guard (1...365).contains(number) else { return nil }
        change = Change { $1 + (number - 1 + (Day.isLeap($0) && number > 59 ? 1 : 0)) }
      case ("", 1):
        // A day of the year, counted from 0.
        guard (0...365).contains(number) else { return nil }
        change = Change { $1 + number }
      default: return nil
      }
      if parts.count > 1 {
        var typed = parts[1]
        guard let time = time(&typed) else { return nil }
        change.time = time
      }
      return change
    }
  }
}
