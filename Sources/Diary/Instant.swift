/// A point in time, to the second: what is stored and compared, the same everywhere on earth.
public struct Instant: Hashable, Sendable {
  public let secondsSince1970: Int64

  public init(secondsSince1970: Int64) {
    self.secondsSince1970 = secondsSince1970
  }
}

extension Instant {
  /// Reads RFC 3339, as in `2026-11-21T08:42:46Z` or `2026-11-21T17:42:46.5+09:00`.
  public init?(rfc3339 text: some StringProtocol) {
    guard let moment = Moment(rfc3339: text) else { return nil }
    self = moment.instant
  }

  /// Seconds into the UTC day.
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
  /// RFC 3339 in UTC, whole seconds, which is what `jq` and most other readers take.
  public var description: String {
    let second = secondOfDay
    return "\(utcDay)T\((second / 3600).padded(to: 2)):\((second / 60 % 60).padded(to: 2)):"
      + "\((second % 60).padded(to: 2))Z"
  }
}

/// An instant, with what the clock on the wall read when it was written down, so that it stays on
/// its day however far the reader has travelled since.
public struct Moment: Hashable, Sendable {
  public var instant: Instant
  /// Seconds east of Greenwich.
  public var offset: Int

  public init(_ instant: Instant, offset: Int) {
    self.instant = instant
    self.offset = offset
  }
}

extension Moment {
  /// Reads RFC 3339 and keeps its offset.
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

  /// The day on the wall.
  public var day: Day { wall.utcDay }

  /// The day of somebody whose days end at an hour after midnight: with 4 the small hours belong to
  /// the day before.
  public func day(endingAt hour: Int) -> Day {
    Moment(instant, offset: offset - hour * 3600).day
  }

  /// The hour and minute on the wall.
  public var time: TimeOfDay {
    TimeOfDay(hour: wall.secondOfDay / 3600, minute: wall.secondOfDay / 60 % 60)
  }

  private var wall: Instant {
    Instant(secondsSince1970: instant.secondsSince1970 + Int64(offset))
  }
}

/// What a clock on the wall reads.
public struct TimeOfDay: Hashable, Sendable {
  public var hour: Int
  public var minute: Int

  public init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }
}
