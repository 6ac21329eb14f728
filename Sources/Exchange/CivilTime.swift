public import Diary

/// Converts between instants and wall time, in the user's time zone or in one that a file names.
public struct CivilTime: Sendable {
  /// The offset of the time zone at an instant, in seconds east of UTC.
  public let offset: @Sendable (Instant) -> Int
  /// The hour at which the user's day ends: with 4, the time before 4:00 belongs to the previous
  /// day.
  public var dayEndsAt = 0
  /// The offsets of the time zone with a name such as `Asia/Seoul`; `nil` if it is not known.
  private let zone: @Sendable (String) -> (@Sendable (Instant) -> Int)?

  public init(
    dayEndsAt: Int = 0, offset: @escaping @Sendable (Instant) -> Int,
    zone: @escaping @Sendable (String) -> (@Sendable (Instant) -> Int)? = { _ in nil }
  ) {
    self.offset = offset
    self.dayEndsAt = dayEndsAt
    self.zone = zone
  }

  /// The same in another time zone; `nil` if it is not known.
  public func inZone(_ name: String) -> CivilTime? {
    zone(name).map { CivilTime(dayEndsAt: dayEndsAt, offset: $0, zone: zone) }
  }

  /// Whether a text has the form of the name of a time zone. It is part of a path.
  public static func isZoneName(_ name: String) -> Bool {
    !name.isEmpty && name.first != "/"
      && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "/_+-".utf8.contains($0) }
  }

  public func moment(_ instant: Instant) -> Moment { Moment(instant, offset: offset(instant)) }

  /// The calendar day, for values that are dates.
  public func day(of instant: Instant) -> Day { moment(instant).day }

  /// The user's day, which may end after midnight, for events.
  public func ownDay(of instant: Instant) -> Day { moment(instant).day(endingAt: dayEndsAt) }

  /// Noon, for values that are only known to the day: no change of the clocks moves noon to another
  /// day.
  public func noon(of day: Day) -> Moment { moment(instant(on: day, second: 12 * 3600)) }

  public func start(of day: Day) -> Instant { instant(on: day, second: 0) }

  /// The moment of a wall time. Of a time that occurs twice, the first one; a time that the clocks
  /// skip is as long after midnight as it would be without the change.
  public func moment(on day: Day, at time: TimeOfDay, second: Int = 0) -> Moment {
    moment(instant(on: day, second: time.hour * 3600 + time.minute * 60 + second))
  }

  private func instant(on day: Day, second: Int) -> Instant {
    let wall = Int64(day.number) * 86_400 + Int64(second)
    // The offset at the same time in UTC is a first guess, and right unless the clocks change
    // nearby. If the clocks skip midnight, one of the two candidates is still on the previous day.
    let guess = instant(wall, offset: offset(Instant(secondsSince1970: wall)))
    let better = instant(wall, offset: offset(guess))
    return [guess, better].filter { self.day(of: $0) == day }.min() ?? better
  }

  private func instant(_ wall: Int64, offset: Int) -> Instant {
    Instant(secondsSince1970: wall - Int64(offset))
  }
}

// Dates without separators

extension Day {
  /// `20261121`
  var digits: String { description.filter { $0 != "-" } }

  init?(digits text: some StringProtocol) {
    guard text.utf8.count == 8, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    self.init(iso: "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
  }
}

extension Instant {
  /// `20261121T084246Z`
  var digits: String { description.filter { $0 != "-" && $0 != ":" } }
}

/// The names that formats have in English in every country.
enum EnglishNames {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The number of a month by its name, or by the first three or more letters of it.
  static func month(_ name: some StringProtocol) -> Int? {
    months.firstIndex { isName(name, of: $0) }.map { $0 + 1 }
  }

  static func isWeekday(_ name: some StringProtocol) -> Bool {
    Weekday.allCases.contains { isName(name, of: $0.english) }
  }

  private static func isName(_ name: some StringProtocol, of whole: String) -> Bool {
    name.count >= 3 && whole.lowercased().hasPrefix(name.lowercased())
  }
}
