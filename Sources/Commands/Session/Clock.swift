import Diary
import Localization
import Platform

/// The civil clock: what day it is, and when something is written. `COMMITDIARY_NOW` stands in for
/// it; waits and deadlines never go by this clock.
struct Clock: Sendable {
  static let variable = "COMMITDIARY_NOW"

  private let fixed: Instant?

  init(_ environment: Environment) throws(UsageError) {
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
  var now: Moment { LocalTime.moment(at: fixed ?? LocalTime.now()) }

  var today: Day { now.day }
}
