public import Diary

/// Selects commits.
public struct CommitQuery: Hashable, Sendable {
  /// The revision to start from; `HEAD` if `nil`.
  public var revision: String?
  public var limit: Int?
  /// A part of the author's name or address, in any case.
  public var author: String?
  /// Only commits authored at this instant or later.
  public var since: Instant?
  /// Only commits authored before this instant.
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

  /// Compares the author date, which is the date that is shown. Git itself filters by committer
  /// date.
  func includes(_ instant: Instant) -> Bool {
    if let since, instant < since { return false }
    if let until, instant >= until { return false }
    return true
  }

  /// The options for `git log`.
  var options: [String] {
    var options: [String] = []
    if let author { options += ["--author=\(author)", "--fixed-strings", "-i"] }
    if let since {
      // The committer date is hardly ever a day before the author date, so git can stop there.
      let early = since.secondsSince1970 - 86_400
      if early > 0 { options.append("--since=@\(early) +0000") }
    }
    return options
  }
}

extension Clone {
  /// The commits that match `query`. They can be read while git is still searching.
  public func commits(_ query: CommitQuery = CommitQuery()) throws(GitError) -> CommitStream {
    let stream = try program.stream(
      ["log"] + CommitRecord.options + query.options
        + ["--end-of-options", query.revision ?? "HEAD", "--"])
    return CommitStream(stream, query: query, of: self)
  }

  /// All matching commits, as an array.
  public func recentCommits(_ query: CommitQuery) throws(GitError) -> [Commit] {
    var stream = try commits(query)
    var commits: [Commit] = []
    while let commit = try stream.next() { commits.append(commit) }
    return commits
  }
}
