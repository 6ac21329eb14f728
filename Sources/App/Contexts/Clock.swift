public import Diary
import Localization
import Platform

/// Tells the current day, and the time that is saved with everything the user writes.
/// `COMMITDIARY_NOW` overrides it. Timeouts and deadlines never use this clock.
public struct Clock: Sendable {
  public static let variable = "COMMITDIARY_NOW"

  private let fixed: Instant?
  /// The time zone of this machine.
  let localTime: LocalTime
  /// The hour at which a day ends. With 4, everything before 4:00 belongs to the previous day.
  public let endOfDay: Int

  init(
    _ environment: Environment, endOfDay: Int = 0, localTime: LocalTime = .system
  ) throws(UsageError) {
    self.localTime = localTime
    self.endOfDay = endOfDay
    guard let text = environment.nonEmpty(Self.variable) else {
      fixed = nil
      return
    }
    guard let instant = Instant(rfc3339: text) else {
      throw .badVariable(Self.variable, value: text)
    }
    fixed = instant
  }

  /// The current time, with the offset of the local time zone.
  public var now: Moment { localTime.moment(at: fixed ?? LocalTime.now()) }

  public var today: Day { day(of: now.instant) }

  /// The offset from UTC at an instant, in seconds.
  public func offset(at instant: Instant) -> Int { localTime.moment(at: instant).offset }

  /// The day of an instant, in the local time zone.
  public func day(of instant: Instant) -> Day { day(of: localTime.moment(at: instant)) }

  /// The day of a moment, in the time zone in which it was recorded.
  public func day(of moment: Moment) -> Day { moment.day(endingAt: endOfDay) }

  /// The first instant of a day.
  public func start(of day: Day) -> Instant { localTime.instant(startOf: day, endingAt: endOfDay) }
}
