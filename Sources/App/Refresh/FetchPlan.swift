import Diary
import Journal
import Platform

/// What a walk over the commits of a repository fetches this time.
struct FetchPlan: Hashable {
  /// The date at which the walk stops.
  let floor: Instant
  /// Whether the walk continues past the commits that are already known.
  let deepens: Bool
  /// The ETag of the first page; `nil` if the page has to be fetched in full.
  let etag: String?
  private let walk: CommitWalk

  /// - Parameters:
  ///   - floor: the date the user wants to go back to, if any.
  ///   - defaultStart: how far back the first walk goes.
  ///   - localTime: the time zone in which a day begins.
  init(_ walk: CommitWalk, floor: Instant?, defaultStart: Day, on localTime: LocalTime) {
    self.walk = walk
    let known = walk.floor ?? walk.pending?.floor
    let reached = known ?? localTime.instant(startOf: defaultStart)
    let target = floor.map { min($0, reached) } ?? reached
    self.floor = min(target, walk.pending?.floor ?? target)
    deepens = walk.floor.map { target < $0 } ?? false
    let resumes = walk.pending.map { $0.floor <= target } ?? false
    // An unchanged first page says nothing about older commits. The ETag is used only if those are
    // known, or if an unfinished walk can be resumed.
    etag = resumes || (walk.floor != nil && !deepens && walk.pending == nil) ? walk.etag : nil
  }

  /// Whether a request can return new commits. It cannot if nothing was pushed since the last walk,
  /// or if the last push is older than `floor`.
  func mayFindCommits(pushedAt: Instant?) -> Bool {
    guard let pushedAt else { return false }
    if walk.pending != nil || deepens { return true }
    return walk.floor == nil ? pushedAt >= floor : walk.pushedAt != pushedAt
  }
}
