public import Diary

/// One way through the commits of a repository, from the newest towards the oldest, page by page,
/// over as many runs as it takes.
public struct CommitWalk: Hashable, Sendable {
  public let row: Int64
  /// What page 1 answered last.
  public var etag: String?
  /// How far down everything is known: what is older was not asked for. `nil` until a walk has come
  /// to its end once.
  public var floor: Instant?
  /// When the repository had been pushed to by the end of the last walk.
  public var pushedAt: Instant?
  /// Where a walk goes on that was cut short, and how far down it is to go.
  public var pending: Pending?

  public struct Pending: Hashable, Sendable {
    public var next: String
    public var floor: Instant
  }

  /// The floor of a walk through all of history: before anybody committed anything.
  public static let allOfHistory = Instant(secondsSince1970: -1 << 40)
}

/// What became of a walk with the page that was just kept.
public enum CommitWalkStep: Hashable, Sendable {
  /// There is more to see.
  case unfinished
  /// Everything down to the floor is known; so many commits were not known before.
  case finished(new: Int)
}
