/// Determines when a login polls for the token.
///
/// The first poll comes after a full interval, each poll a little later than the server requires,
/// to allow for clocks that differ, and the last one just before the code expires. An interval
/// starts with the response to the last poll, so that it is long enough even if a poll reaches the
/// server late.
struct PollSchedule: Hashable {
  private(set) var interval: Duration
  private var isSlowedDown = false
  /// The time of the last response, since the code was created.
  private(set) var last = Duration.zero
  private let end: Duration
  private let lastPoll: Duration

  init(interval: Duration, lifetime: Duration) {
    self.interval = interval
    end = lifetime
    lastPoll = lifetime - min(.seconds(2), lifetime / 10)
  }

  /// The time of the next poll, since the code was created; `nil` if it expires before that.
  func next(now: Duration) -> Duration? {
    guard last < lastPoll, now < end else { return nil }
    let regular = max(last + interval * (isSlowedDown ? 1.4 : 1.2), now)
    // If a regular poll leaves no time for another one, it is moved to the end and is the last.
    return regular + interval > lastPoll ? max(lastPoll, now) : regular
  }

  mutating func answered(at time: Duration) {
    last = max(time, last)
  }

  /// Applies the interval that the server requires, or adds five seconds.
  mutating func slowDown(to wanted: Duration?) {
    interval = max(wanted ?? interval + .seconds(5), interval)
    isSlowedDown = true
  }
}
