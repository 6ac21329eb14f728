import Diary

/// Days of a list that has no time zone, and instants of a program that has nothing else, by the
/// reader's clock.
struct CivilTime {
  /// Seconds east of Greenwich.
  let offset: (Instant) -> Int
  /// The hour at which the reader's day ends: with 4 the small hours belong to the day before.
  var dayEndsAt = 0

  func moment(_ instant: Instant) -> Moment { Moment(instant, offset: offset(instant)) }

  /// The day that the calendar shows, for what is a date in itself.
  func day(of instant: Instant) -> Day { moment(instant).day }

  /// The day that it is for the reader, for what happened at that time.
  func ownDay(of instant: Instant) -> Day { moment(instant).day(endingAt: dayEndsAt) }

  /// For what is known to the day: no clock change moves noon to another one.
  func noon(of day: Day) -> Moment { moment(instant(on: day, second: 12 * 3600)) }

  func start(of day: Day) -> Instant { instant(on: day, second: 0) }

  private func instant(on day: Day, second: Int) -> Instant {
    let wall = Int64(day.number) * 86_400 + Int64(second)
    // The offset at that time of Greenwich is a guess, which is right but near a change. Where clocks
    // jump at midnight there is no such time, and one of both is still on the day before.
    let guess = instant(wall, offset: offset(Instant(secondsSince1970: wall)))
    let better = instant(wall, offset: offset(guess))
    return [guess, better].filter { self.day(of: $0) == day }.min() ?? better
  }

  private func instant(_ wall: Int64, offset: Int) -> Instant {
    Instant(secondsSince1970: wall - Int64(offset))
  }
}
