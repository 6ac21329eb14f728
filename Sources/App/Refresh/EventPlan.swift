import Diary
import Journal

/// Which events of an account a refresh fetches.
struct EventPlan: Hashable {
  /// Items that have not changed since then are not fetched.
  let start: Instant
  /// What is known once all events have been fetched.
  let coverage: EventCoverage

  private static let day: Int64 = 86_400
  /// GitHub's search may be hours behind.
  private static let overlap = 2 * day

  /// - Parameters:
  ///   - known: what earlier refreshes have fetched.
  ///   - floor: how far back to go, if the user said so.
  init(_ known: EventCoverage?, floor: Instant?, now: Instant) {
    let yearAgo = Instant(secondsSince1970: now.secondsSince1970 - 365 * Self.day)
    let wanted = floor.map { Swift.max($0, Self.firstOnGitHub) }
    if let known, known.since <= wanted ?? known.since {
      start = Instant(
        secondsSince1970: Swift.min(known.fetchedAt, now).secondsSince1970 - Self.overlap)
      coverage = EventCoverage(fetchedAt: now, since: known.since)
    } else {
      start = Swift.min(wanted ?? yearAgo, known?.since ?? yearAgo)
      coverage = EventCoverage(fetchedAt: now, since: start)
    }
  }

  /// The first day of GitHub, in 2008. Its search refuses years that are too early.
  private static let firstOnGitHub = Instant(secondsSince1970: 13_879 * day)
}
