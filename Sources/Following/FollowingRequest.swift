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

extension LocalClone {
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
