/// A point in time with a precision of one second, independent of time zones.
public struct Instant: Hashable, Sendable {
  public let secondsSince1970: Int64

  public init(secondsSince1970: Int64) {
    self.secondsSince1970 = secondsSince1970
  }
}

extension Instant {
  /// Parses RFC 3339, such as `2026-11-21T08:42:46Z` or `2026-11-21T17:42:46.5+09:00`.
  public init?(rfc3339 text: some StringProtocol) {
    guard let moment = Moment(rfc3339: text) else { return nil }
    self = moment.instant
  }

  /// The second of the UTC day.
  var secondOfDay: Int { Int(secondsSince1970 - Int64(utcDay.number) * 86_400) }

  var utcDay: Day {
    let days = secondsSince1970 / 86_400
    return Day(number: Int(secondsSince1970 < days * 86_400 ? days - 1 : days))
  }
}

extension Instant: Comparable {
  public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 in UTC with whole seconds, a format that `jq` and most other parsers accept.
  public var description: String {
    let second = secondOfDay
    return "\(utcDay)T\((second / 3600).padded(to: 2)):\((second / 60 % 60).padded(to: 2)):"
      + "\((second % 60).padded(to: 2))Z"
  }
}

/// An instant and the time zone offset at which it was recorded, so that its day does not change
/// when the user travels.
public struct Moment: Hashable, Sendable {
  public var instant: Instant
  /// Seconds east of UTC.
  public var offset: Int

  public init(_ instant: Instant, offset: Int) {
    self.instant = instant
    self.offset = offset
  }
}

extension Moment {
  /// Parses RFC 3339 and keeps the offset.
  public init?(rfc3339 text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    guard rest.count >= 20, let day = Day(iso: text.prefix(10)) else { return nil }
    rest = rest.dropFirst(10)
    guard let separator = rest.popFirst(), [0x54, 0x74, 0x20].contains(separator),
      let hour = Int(digits: rest.prefix(2)), rest.dropFirst(2).first == UInt8(ascii: ":"),
      let minute = Int(digits: rest.dropFirst(3).prefix(2)),
      rest.dropFirst(5).first == UInt8(ascii: ":"),
      let second = Int(digits: rest.dropFirst(6).prefix(2)),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    rest = rest.dropFirst(8)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: \.isASCIIDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest[fraction.endIndex...]
    }
    guard let offset = Moment.offset(rest) else { return nil }
    let local = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    self.init(Instant(secondsSince1970: local - Int64(offset)), offset: offset)
  }

  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    if text.count == 1, let letter = text.first, letter == 0x5A || letter == 0x7A { return 0 }
    guard text.count == 6, let sign = text.first, [0x2B, 0x2D].contains(sign),
      let hours = Int(digits: text.dropFirst().prefix(2)),
      text.dropFirst(3).first == UInt8(ascii: ":"),
      let minutes = Int(digits: text.dropFirst(4)), hours < 24, minutes < 60
    else { return nil }
    return (sign == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// The local day.
  public var day: Day { wall.utcDay }

  /// The day, if days end at an hour after midnight: with 4, the time before 4:00 belongs to the
  /// previous day.
  public func day(endingAt hour: Int) -> Day {
    Moment(instant, offset: offset - hour * 3600).day
  }

  /// The local time.
  public var time: TimeOfDay {
    TimeOfDay(hour: wall.secondOfDay / 3600, minute: wall.secondOfDay / 60 % 60)
  }

  /// RFC 3339 with the offset in whole minutes, as in `2026-11-21T17:42:46+09:00`.
  public var rfc3339: String {
    let minutes = offset / 60
    let wall = Moment(instant, offset: minutes * 60).wall
    return "\(wall)".dropLast() + (minutes < 0 ? "-" : "+")
      + "\((abs(minutes) / 60).padded(to: 2)):\((abs(minutes) % 60).padded(to: 2))"
  }

  private var wall: Instant {
    Instant(secondsSince1970: instant.secondsSince1970 + Int64(offset))
  }
}

/// A local time.
public struct TimeOfDay: Hashable, Sendable {
  public var hour: Int
  public var minute: Int

  public init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// Parses exactly the format `17:04`.
  public init?(iso text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hour = Int(digits: bytes[0..<2]),
      let minute = Int(digits: bytes[3..<5]), hour < 24, minute < 60
    else { return nil }
    self.init(hour: hour, minute: minute)
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// `17:04`
  public var description: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }
}
