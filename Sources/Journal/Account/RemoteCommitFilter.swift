public import Diary

/// Which commits of a repository to read.
public struct RemoteCommitFilter: Sendable {
  /// A part of the author's name, or the login.
  public var author: String?
  public var since: Instant?
  public var until: Instant?
  /// `nil` for all.
  public var limit: Int?

  public init(
    author: String? = nil, since: Instant? = nil, until: Instant? = nil, limit: Int? = nil
  ) {
    self.author = author
    self.since = since
    self.until = until
    self.limit = limit
  }
}
