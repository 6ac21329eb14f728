import Diary
import Journal
import Platform

/// What a walk is to do this time, by what is known and what was asked for.
struct FetchPlan: Hashable {
  /// How far down it goes.
  let floor: Instant
  /// Whether it goes on below what is known.
  let deepens: Bool
  /// What the first page is known by; `nil` where it must come whole.
  let etag: String?
  private let walk: CommitWalk

  /// - Parameters:
  ///   - floor: where somebody said how far down to go.
  ///   - defaultStart: how far down the first time.
  ///   - localTime: when a day begins.
  init(_ walk: CommitWalk, floor: Instant?, defaultStart: Day, on localTime: LocalTime) {
    self.walk = walk
    let known = walk.floor ?? walk.pending?.floor
    let reached = known ?? localTime.instant(startOf: defaultStart)
    let target = floor.map { min($0, reached) } ?? reached
    self.floor = min(target, walk.pending?.floor ?? target)
    deepens = walk.floor.map { target < $0 } ?? false
    let resumes = walk.pending.map { $0.floor <= target } ?? false
    // A page that did not change says nothing of what lies below it, unless that is known, or the
    // way there was begun.
    etag = resumes || (walk.floor != nil && !deepens && walk.pending == nil) ? walk.etag : nil
  }

  /// Whether asking is worth it: not where nothing was pushed since, nor where the last push lies
  /// below the floor.
  func mayFindSomething(pushedAt: Instant?) -> Bool {
    guard let pushedAt else { return false }
    if walk.pending != nil || deepens { return true }
    return walk.floor == nil ? pushedAt >= floor : walk.pushedAt != pushedAt
  }
}
