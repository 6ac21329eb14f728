import Git

/// What a search for rewritten commits asks a repository. Tests answer without git.
protocol CommitSource: Sendable {
  /// Passes the commits that `tips` reach and `others` do not to `take`, the newest first. Tips that
  /// do not exist are skipped.
  ///
  /// - Parameters:
  ///   - since: the earliest committer date, in seconds since 1970.
  ///   - limit: the maximum number of commits.
  ///   - walks: whether parents are read too.
  func headers(
    from tips: some Collection<ObjectName>, without others: some Collection<ObjectName>,
    since: Int64?, limit: Int?, walks: Bool, _ take: (CommitHeader) -> Void
  ) throws(GitError)

  /// The names of these commits, as many as there are up to `limit`.
  func names(
    from tips: some Collection<ObjectName>, without others: some Collection<ObjectName>,
    limit: Int?
  ) throws(GitError) -> Set<ObjectName>

  /// Whether one commit is reached from the other.
  func isAncestor(_ commit: ObjectName, of other: ObjectName) -> Bool

  /// The patch ids of these commits. Merges and commits that change nothing have none.
  func patchIDs(of commits: some Collection<ObjectName>) -> [ObjectName: String]

  /// The patch ids of the changes between a commit and an earlier one, by the later one.
  func patchIDs(ofRanges ranges: [(tip: ObjectName, base: ObjectName)]) -> [ObjectName: String]
}

extension CommitSource {
  func headers(
    from tips: some Collection<ObjectName>, without others: some Collection<ObjectName> = [],
    since: Int64? = nil, limit: Int? = nil, _ take: (CommitHeader) -> Void
  ) throws(GitError) {
    try headers(from: tips, without: others, since: since, limit: limit, walks: true, take)
  }

  /// Passes these commits to `take`, without their parents.
  func headers(of names: some Collection<ObjectName>, _ take: (CommitHeader) -> Void) {
    try? headers(
      from: names, without: [ObjectName](), since: nil, limit: nil, walks: false, take)
  }

  /// The names of these commits, as many as there are up to `limit`.
  func names(
    from tips: some Collection<ObjectName>, limit: Int? = nil
  ) throws(GitError) -> Set<ObjectName> {
    try names(from: tips, without: [ObjectName](), limit: limit)
  }
}

extension LocalClone: CommitSource {}
