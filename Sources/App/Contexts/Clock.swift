public import Diary
import Localization
import Platform

/// The civil clock: what day it is, and when something is written. `COMMITDIARY_NOW` stands in for
/// it; waits and deadlines never go by this clock.
public struct Clock: Sendable {
  public static let variable = "COMMITDIARY_NOW"

  private let fixed: Instant?
  /// What the clock on the wall reads.
  let localTime: LocalTime
  /// The hour at which the writer's day ends: with 4 the small hours belong to the day before.
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

  /// Now, with the offset of this place.
  public var now: Moment { localTime.moment(at: fixed ?? LocalTime.now()) }

  public var today: Day { day(of: now.instant) }

  /// Seconds east of Greenwich at an instant.
  public func offset(at instant: Instant) -> Int { localTime.moment(at: instant).offset }

  /// The writer's day at an instant, by what the clock on the wall shows then.
  public func day(of instant: Instant) -> Day { day(of: localTime.moment(at: instant)) }

  /// The writer's day at a moment, by what the clock on the wall showed where it was written down.
  public func day(of moment: Moment) -> Day { moment.day(endingAt: endOfDay) }

  /// The first instant of a writer's day.
  public func start(of day: Day) -> Instant { localTime.instant(startOf: day, endingAt: endOfDay) }
}
