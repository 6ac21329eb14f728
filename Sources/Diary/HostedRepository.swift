/// A repository as its host describes it. It keeps its number when it is renamed.
public struct HostedRepository: Hashable, Sendable {
  public var number: Int64
  public var repository: Repository
  public var isPrivate: Bool
  public var isFork: Bool
  public var isArchived: Bool
  /// When anything was last pushed to it; `nil` where nothing ever was.
  public var pushedAt: Instant?
  public var defaultBranch: String?

  public init(
    number: Int64, repository: Repository, isPrivate: Bool = false, isFork: Bool = false,
    isArchived: Bool = false, pushedAt: Instant? = nil, defaultBranch: String? = nil
  ) {
    self.number = number
    self.repository = repository
    self.isPrivate = isPrivate
    self.isFork = isFork
    self.isArchived = isArchived
    self.pushedAt = pushedAt
    self.defaultBranch = defaultBranch
  }
}

/// A commit as its host describes it.
public struct HostedCommit: Hashable, Sendable {
  public var commit: Commit
  /// Whose it is, where the host knows the author's address.
  public var login: String?
  /// When it came to be as it is, which a rebase changes; hosts sort and select by it.
  public var committedAt: Instant

  public init(commit: Commit, login: String? = nil, committedAt: Instant) {
    self.commit = commit
    self.login = login
    self.committedAt = committedAt
  }
}
