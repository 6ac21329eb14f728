public import Diary

/// Which commits are wanted.
public struct CommitQuery: Hashable, Sendable {
  /// Where to start, going back; `HEAD` if not given.
  public var revision: String?
  public var limit: Int?
  /// Part of the author's name or address, in capitals or not.
  public var author: String?
  /// Written at this instant or later.
  public var since: Instant?
  /// Written before this instant.
  public var until: Instant?

  public init(
    from revision: String? = nil, limit: Int? = nil, author: String? = nil, since: Instant? = nil,
    until: Instant? = nil
  ) {
    self.revision = revision
    self.limit = limit
    self.author = author
    self.since = since
    self.until = until
  }

  /// By the author's date, which is the one that is shown. Git itself goes by the committer's.
  func spans(_ instant: Instant) -> Bool {
    if let since, instant < since { return false }
    if let until, instant >= until { return false }
    return true
  }

  /// What `git log` is to be told.
  var options: [String] {
    var options: [String] = []
    if let author { options += ["--author=\(author)", "--fixed-strings", "-i"] }
    if let since {
      // Nothing is committed long before it is written, so there git can stop looking.
      let early = since.secondsSince1970 - 86_400
      if early > 0 { options.append("--since=@\(early) +0000") }
    }
    return options
  }
}

extension Clone {
  /// The commits that `query` asks for, read while git still looks for them.
  public func commits(_ query: CommitQuery = CommitQuery()) throws(GitError) -> CommitStream {
    let stream = try program.stream(
      ["log"] + CommitRecord.options + query.options
        + ["--end-of-options", query.revision ?? "HEAD", "--"])
    return CommitStream(stream, query: query, of: self)
  }

  /// The latest commits, all at once.
  public func recentCommits(_ query: CommitQuery) throws(GitError) -> [Commit] {
    var stream = try commits(query)
    var commits: [Commit] = []
    while let commit = try stream.next() { commits.append(commit) }
    return commits
  }
}
