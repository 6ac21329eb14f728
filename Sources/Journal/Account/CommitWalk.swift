public import Diary

/// The state of fetching the commits of a repository page by page, newest first. A walk may take
/// several runs.
public struct CommitWalk: Hashable, Sendable {
  public let row: Int64
  /// The ETag of the last response for page 1.
  public var etag: String?
  /// All commits from this time on are known; older ones were not requested. `nil` until a walk has
  /// finished once.
  public var floor: Instant?
  /// The time of the repository's last push when the last walk finished.
  public var pushedAt: Instant?
  /// The next page and the floor of an interrupted walk; `nil` if the last walk has finished.
  public var pending: Pending?

  public struct Pending: Hashable, Sendable {
    public var next: String
    public var floor: Instant
  }

  /// The floor of a walk over the whole history: earlier than any commit.
  public static let allOfHistory = Instant(secondsSince1970: -1 << 40)
}

/// The state of a walk after a page was saved.
public enum CommitWalkStep: Hashable, Sendable {
  /// More pages follow.
  case unfinished
  /// All commits down to the floor are known. `new` is the number of commits that were not known
  /// before.
  case finished(new: Int)
}
