package import Diary
import Localization
package import Platform

/// Tells the current day, and the time that is saved with everything the user writes.
/// `COMMITDIARY_NOW` overrides it. Timeouts and deadlines never use this clock.
package struct Clock: Sendable {
  package static let variable = "COMMITDIARY_NOW"

  private let fixed: Instant?
  /// The time zone of this machine.
  package let localTime: LocalTime
  /// The hour at which a day ends. With 4, everything before 4:00 belongs to the previous day.
  package let endOfDay: Int

  init(
    _ environment: Environment, endOfDay: Int = 0, localTime: LocalTime = .system
  ) throws(Explanation) {
    self.localTime = localTime
    self.endOfDay = endOfDay
    guard let text = environment.nonEmpty(Self.variable) else {
      fixed = nil
      return
    }
    guard let instant = Instant(rfc3339: text) else {
      throw Explanation(
        .variableBad(name: Self.variable, value: text), hint: .variableInstantHint, status: .usage)
    }
    fixed = instant
  }

  /// The current time, with the offset of the local time zone.
  package var now: Moment { localTime.moment(at: fixed ?? LocalTime.now()) }

  package var today: Day { day(of: now.instant) }

  /// The offset from UTC at an instant, in seconds.
  package func offset(at instant: Instant) -> Int { localTime.moment(at: instant).offset }

  /// The day of an instant, in the local time zone.
  package func day(of instant: Instant) -> Day { day(of: localTime.moment(at: instant)) }

  /// The day of a moment, in the time zone in which it was recorded.
  package func day(of moment: Moment) -> Day { moment.day(endingAt: endOfDay) }

  /// The first instant of a day.
  package func start(of day: Day) -> Instant { localTime.instant(startOf: day, endingAt: endOfDay) }
}
