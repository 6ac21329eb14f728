public import Diary
public import Git

/// A commit with notes, and where it was at the last check.
public struct CommitToFollow: Sendable {
  public var sha: String
  /// In the order of the last check; empty if there was none.
  public var places: [CommitPlace]
  /// Where the commit is in another clone; only used if it was not found in this one.
  public var elsewhere: CommitPlace?

  public init(sha: String, places: [CommitPlace], elsewhere: CommitPlace? = nil) {
    self.sha = sha
    self.places = places
    self.elsewhere = elsewhere
  }
}

/// What a check for rewritten commits has found.
public struct FollowingResult: Sendable {
  /// The state of the clone, in a format that is private to this module.
  public var basis: [UInt8]
  /// The states of the files that were read; `nil` if one of them has only just changed.
  public var stamp: [UInt8]?
  /// The new places of the commits whose places have changed. Each has at least one.
  public var places: [String: [CommitPlace]] = [:]
  /// What identifies commits that were not known yet: those with notes, and their new places.
  public var facts: [String: CommitFacts] = [:]
  /// What was not recorded yet.
  public var records: [RewriteRecord] = []
}

/// What is known before a check.
public struct FollowingRequest: Sendable {
  /// The commits with notes in the repository of the clone.
  public var commits: [CommitToFollow]
  /// What is known about these commits, and about their places.
  public var facts: [String: CommitFacts]
  /// What earlier checks have recorded.
  public var records: [RewriteRecord]
  /// What the hook has reported since.
  public var reported: [RewriteRecord]
  /// The state of the clone at the last check.
  public var basis: [UInt8]?
  /// The merged pull requests that the host has reported.
  public var pullRequests: [MergedPullRequest]

  public init(
    commits: [CommitToFollow], facts: [String: CommitFacts], records: [RewriteRecord],
    reported: [RewriteRecord], basis: [UInt8]?, pullRequests: [MergedPullRequest] = []
  ) {
    self.commits = commits
    self.facts = facts
    self.records = records
    self.reported = reported
    self.basis = basis
    self.pullRequests = pullRequests
  }
}

extension FollowingRequest {
  /// The places of commits that moved before subjects were kept.
  fileprivate var withoutSubject: [String: [CommitPlace]] {
    var places: [String: [CommitPlace]] = [:]
    for commit in commits {
      guard let now = commit.places.now, now.sha != commit.sha, now.subject.isEmpty else {
        continue
      }
      places[commit.sha] = commit.places
    }
    return places
  }
}

extension Clone {
  /// Finds where commits are now that an amend, a rebase or a squash has replaced. Only what has
  /// changed since the last check is read.
  public func follow(_ request: FollowingRequest) throws(GitError) -> FollowingResult {
    let state = try FollowedState(of: self, request.pullRequests)
    var following = CommitFollowing(of: self, request, state)
    try following.run()
    return FollowingResult(
      basis: state.basis.bytes, stamp: state.stamp(of: self),
      places: try withSubjects(following.changed.merging(request.withoutSubject) { new, _ in new }),
      facts: following.newFacts, records: following.newRecords)
  }

  /// The places with the subjects of the commits on which notes are now.
  private func withSubjects(
    _ places: [String: [CommitPlace]]
  ) throws(GitError) -> [String: [CommitPlace]] {
    let moved = places.compactMap { sha, places in places.now?.sha == sha ? nil : places.now?.sha }
    let subjects = try subjects(of: Set(moved))
    return places.mapValues { places in
      places.map { place in
        var place = place
        if place.role == .now { place.subject = subjects[place.sha] ?? "" }
        return place
      }
    }
  }
}

/// Selects commits by what could make them matches.
struct WantedCommits {
  var names: Set<ObjectName> = []
  var authored: Set<UInt64> = []
  var trees: Set<ObjectName> = []
  var changes: Set<String> = []
  /// The earliest committer date of a squash.
  var since = Int64.max
  private var squashes = 0

  /// The number of commits that can be squashes, the newest first.
  static let squashLimit = 300
}

extension WantedCommits {
  /// The versions of commits with notes, and the newest squashes.
  init(_ commits: [CommitToFollow], _ facts: [String: CommitFacts]) {
    for commit in commits {
      if let name = ObjectName(commit.sha) { names.insert(name) }
    }
    for one in facts.values {
      let header = CommitHeader(one, of: .nothing)
      add(header)
      since = min(since, header.committedAt)
    }
  }

  /// The commits of which these, which have appeared, could be versions.
  init(of appeared: [CommitHeader], _ reported: [RewriteRecord]) {
    for header in appeared {
      add(header)
      names.formUnion(header.copied)
      names.formUnion(header.squashed)
    }
    names.formUnion(reported.compactMap { ObjectName($0.old) })
  }

  /// Adds the versions of a commit.
  mutating func add(_ header: CommitHeader) {
    authored.insert(header.authored)
    if !header.tree.isNothing { trees.insert(header.tree) }
    if let change = header.changeID { changes.insert(change) }
  }

  /// Whether the commit may be another version of a wanted one.
  func isLike(_ header: CommitHeader) -> Bool {
    authored.contains(header.authored) || trees.contains(header.tree)
      || header.changeID.map(changes.contains) == true
      || header.copied.contains(where: names.contains)
      || header.squashed.contains(where: names.contains)
  }

  /// The same, or one of the newest commits that could be squashes. Pass the newest first.
  mutating func take(_ header: CommitHeader) -> Bool {
    if isLike(header) { return true }
    guard !header.isMerge, header.committedAt >= since, squashes < Self.squashLimit else {
      return false
    }
    squashes += 1
    return true
  }
}

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

extension Clone: CommitSource {}
