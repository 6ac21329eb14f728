/// A repository as described by its host. The number stays the same when the repository is renamed.
public struct HostedRepository: Hashable, Sendable {
  public var number: Int64
  public var repository: Repository
  public var isPrivate: Bool
  public var isFork: Bool
  public var isArchived: Bool
  /// The time of the last push; `nil` if there was none.
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

/// A commit as described by its host.
public struct HostedCommit: Hashable, Sendable {
  public var commit: Commit
  /// The login of the author, if the host knows the author's email address.
  public var login: String?
  /// The committer date, which a rebase changes. Hosts sort and filter by it.
  public var committedAt: Instant

  public init(commit: Commit, login: String? = nil, committedAt: Instant) {
    self.commit = commit
    self.login = login
    self.committedAt = committedAt
  }
}
