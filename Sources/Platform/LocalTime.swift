public import Diary
import Glibc

/// What the clock on the wall reads in some place.
public struct LocalTime: Sendable {
  private let offset: @Sendable (Instant) -> Int

  /// - Parameter offset: Seconds east of Greenwich at an instant.
  public init(offset: @escaping @Sendable (Instant) -> Int) {
    self.offset = offset
  }

  /// That of this machine, by `TZ` and `/etc/localtime`.
  public static let system = LocalTime { SystemZone.offset(at: $0) }

  /// What the system clock says.
  public static func now() -> Instant {
    Instant(secondsSince1970: Int64(time(nil)))
  }

  /// The instant with the offset that is in force here at that time.
  public func moment(at instant: Instant) -> Moment {
    Moment(instant, offset: offset(instant))
  }

  /// The first instant of a local day. Where clocks jump at midnight that is not 00:00, and a day
  /// that a zone left out begins with the one after it.
  ///
  /// - Parameter hour: when the day before ends: with 4 the small hours belong to it.
  public func instant(startOf day: Day, endingAt hour: Int = 0) -> Instant {
    let midnight = Int64(day.number) * 86_400
    // No zone was ever as much as sixteen hours from Greenwich.
    var before = midnight - 16 * 3600
    var after = midnight + Int64(16 + hour) * 3600
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if moment(at: Instant(secondsSince1970: middle)).day(endingAt: hour) < day {
        before = middle
      } else {
        after = middle
      }
    }
    return Instant(secondsSince1970: after)
  }

  /// On this machine's clock.
  public static func moment(at instant: Instant) -> Moment { system.moment(at: instant) }

  /// On this machine's clock.
  public static func instant(startOf day: Day, endingAt hour: Int = 0) -> Instant {
    system.instant(startOf: day, endingAt: hour)
  }
}

/// The time zone of this process, as the C library knows it.
private enum SystemZone {
  /// `localtime_r` need not look at `TZ` by itself.
  private static let zone: Void = tzset()

  /// Seconds east of Greenwich; none where the year is beyond what the C library can say.
  static func offset(at instant: Instant) -> Int {
    _ = zone
    var seconds = time_t(instant.secondsSince1970)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
