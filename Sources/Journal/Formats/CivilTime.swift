import Diary

/// Converts between instants and days in the user's time zone.
struct CivilTime {
  /// The offset of the time zone at an instant, in seconds east of UTC.
  let offset: (Instant) -> Int
  /// The hour at which the user's day ends: with 4, the time before 4:00 belongs to the previous
  /// day.
  var dayEndsAt = 0

  func moment(_ instant: Instant) -> Moment { Moment(instant, offset: offset(instant)) }

  /// The calendar day, for values that are dates.
  func day(of instant: Instant) -> Day { moment(instant).day }

  /// The user's day, which may end after midnight, for events.
  func ownDay(of instant: Instant) -> Day { moment(instant).day(endingAt: dayEndsAt) }

  /// Noon, for values that are only known to the day: no change of the clocks moves noon to another
  /// day.
  func noon(of day: Day) -> Moment { moment(instant(on: day, second: 12 * 3600)) }

  func start(of day: Day) -> Instant { instant(on: day, second: 0) }

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
