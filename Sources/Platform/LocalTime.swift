public import Diary
import Glibc

/// Converts between instants and local time in a time zone.
public struct LocalTime: Sendable {
  private let offset: @Sendable (Instant) -> Int

  /// - Parameter offset: Seconds east of Greenwich at an instant.
  public init(offset: @escaping @Sendable (Instant) -> Int) {
    self.offset = offset
  }

  /// The time zone of this machine, from `TZ` and `/etc/localtime`.
  public static let system: LocalTime = {
    // `localtime_r` is not required to call it.
    tzset()
    return LocalTime { instant in
      var seconds = time_t(instant.secondsSince1970)
      var parts = tm()
      // 0 if the year is out of range for the C library.
      return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
  }()

  /// The current time.
  public static func now() -> Instant {
    Instant(secondsSince1970: Int64(time(nil)))
  }

  /// The instant with its UTC offset in this zone.
  public func moment(at instant: Instant) -> Moment {
    Moment(instant, offset: offset(instant))
  }

  /// The first instant of a local day. It is not 00:00 if clocks jump at midnight, and a day that a
  /// zone skipped begins with the day after it.
  ///
  /// - Parameter hour: The hour at which a day ends: with 4, the hours before 4:00 belong to the
  ///   day before.
  public func instant(startOf day: Day, endingAt hour: Int = 0) -> Instant {
    let midnight = Int64(day.number) * 86_400
    // All UTC offsets are less than sixteen hours.
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
}
