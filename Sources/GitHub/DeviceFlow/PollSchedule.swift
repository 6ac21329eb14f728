/// When a login asks whether the code was typed.
///
/// Never before the first interval is over, a little later than the server wants (its clock is not
/// ours), and one last time just before the code expires. A pause begins with the answer, so that it
/// is long enough for the server however late its question arrived there.
struct PollSchedule: Hashable {
  private(set) var interval: Duration
  private var isSlowedDown = false
  /// Since the code was made.
  private(set) var last = Duration.zero
  private let end: Duration
  private let lastChance: Duration

  init(interval: Duration, lifetime: Duration) {
    self.interval = interval
    end = lifetime
    lastChance = lifetime - min(.seconds(2), lifetime / 10)
  }

  /// When to ask next, since the code was made; `nil` where there is no time left to.
  func next(now: Duration) -> Duration? {
    guard last < lastChance, now < end else { return nil }
    let regular = max(last + interval * (isSlowedDown ? 1.4 : 1.2), now)
    // Where a last question would come too soon after this one, this one is the last.
    return regular + interval > lastChance ? max(lastChance, now) : regular
  }

  mutating func answered(at time: Duration) {
    last = max(time, last)
  }

  /// The server's own interval, or five seconds more, from now on.
  mutating func slowDown(to wanted: Duration?) {
    interval = max(wanted ?? interval + .seconds(5), interval)
    isSlowedDown = true
  }
}
