import Diary
import Git

/// A commit with notes that no branch reaches.
struct LostCommit {
  var commit: CommitToFollow
  var name: ObjectName
  /// The commit that continued it at the last check, and how strong the evidence was.
  var last: ObjectName?
  var evidence: CommitEvidence

  /// The commit itself, and the one that continued it.
  var names: [ObjectName] { [name] + (last.map { [$0] } ?? []) }
}

/// The commits that no branch reaches, apart from those whose answer stays.
struct LostCommits {
  /// Those that have to be searched for in the whole history.
  var open: [LostCommit] = []
  /// Those that were not found, or not for certain. The commits that have appeared since may be what
  /// they became.
  var unsettled: [LostCommit] = []
}

extension CommitFollowing {
  /// Sorts the commits with notes. Those that are on a branch get their own place.
  mutating func lostCommits() throws(GitError) -> LostCommits {
    try askAboutUnknown()
    let hints = WantedCommits(of: appeared, request.reported)
    var lost = LostCommits()
    for commit in request.commits {
      guard let name = ObjectName(commit.sha) else { continue }
      let now = commit.places.now
      if isReachable(name, wasReachable: now?.sha == commit.sha) {
        keepInPlace(commit)
        continue
      }
      let last = now ?? commit.places.first { $0.role == .last && !$0.sha.isEmpty }
      let place = (last ?? commit.elsewhere).flatMap { $0.sha == commit.sha ? nil : $0 }
      let one = LostCommit(
        commit: commit, name: name, last: place.flatMap { ObjectName($0.sha) },
        evidence: place?.evidence ?? .id)
      let answers = commit.places.filter { $0.role == .now || $0.role == .candidate }
      let isLost = answers.contains { answer in
        answer.sha == commit.sha || !isStillReachable(answer)
      }
      let isWanted =
        one.names.contains(where: hints.names.contains)
        || request.facts[commit.sha].map { hints.isLike(CommitHeader($0, of: name)) } == true
      if commit.places.isEmpty || isLost || isWanted {
        lost.open.append(one)
      } else if now == nil {
        if isFirst || one.last.map(appearedNames.contains) == true {
          lost.open.append(one)
        } else {
          lost.unsettled.append(one)
        }
      }
      set(commit.places.filter { $0.role != .copy || isStillReachable($0) }, of: commit)
    }
    return lost
  }

  /// Asks git whether branches reach the commits of which it is not known.
  private mutating func askAboutUnknown() throws(GitError) {
    var asked: Set<ObjectName> = []
    for commit in request.commits where isFirst || commit.places.isEmpty {
      let places = commit.places + (commit.elsewhere.map { [$0] } ?? [])
      asked.formUnion(([commit.sha] + places.map(\.sha)).compactMap { ObjectName($0) })
    }
    let gone = try unreachable(asked)
    for name in asked { known[name] = !gone.contains(name) }
  }

  /// - Parameter wasReachable: whether a branch reached the commit at the last check.
  func isReachable(_ name: ObjectName, wasReachable: Bool) -> Bool {
    known[name] ?? (wasReachable ? !vanished.contains(name) : appearedNames.contains(name))
  }

  /// Whether a branch reaches a commit that one reached at the last check.
  func isStillReachable(_ place: CommitPlace) -> Bool {
    ObjectName(place.sha).map { isReachable($0, wasReachable: true) } ?? false
  }

  /// Those of these commits that no branch reaches, including those that do not exist.
  mutating func unreachable(_ commits: Set<ObjectName>) throws(GitError) -> Set<ObjectName> {
    let open = commits.subtracting(tips)
    if open.isEmpty { return [] }
    var gone = open.intersection(try clone.names(from: open, without: tips, limit: nil))
    // Git may exclude too little if the dates of commits are not in order.
    if !gone.isEmpty { gone.subtract(try newestNames()) }
    let rest = open.subtracting(gone)
    if !rest.isEmpty { gone.formUnion(rest.subtracting(try clone.existing(rest))) }
    return gone
  }

  /// The newest commits of all branches.
  mutating func newestNames() throws(GitError) -> Set<ObjectName> {
    if let newest { return newest }
    let names = try clone.names(from: tips, limit: Self.exactLimit)
    newest = names
    return names
  }

  private mutating func keepInPlace(_ commit: CommitToFollow) {
    let copies = commit.places.filter { $0.role == .copy && isStillReachable($0) }
    set([CommitPlace(sha: commit.sha, evidence: .id, role: .now)] + copies, of: commit)
  }
}
