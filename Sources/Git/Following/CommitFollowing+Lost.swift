import Diary

extension CommitFollowing {
  mutating func lostCommits(
    _ new: [CommitToFollow], appeared: Set<ObjectName>, vanished: Set<ObjectName>
  ) throws(GitError) -> [Lost] {
    var lost: [Lost] = []
    var unchecked: [Lost] = []
    for commit in request.commits {
      guard let name = ObjectName(commit.sha) else { continue }
      if commit.places.isEmpty {
        if tips.contains(name) {
          keepInPlace(commit)
        } else {
          let elsewhere = commit.elsewhere
          let place = elsewhere.flatMap { ObjectName($0.sha) }
          unchecked.append(
            Lost(
              commit: commit, names: [name] + (place.map { [$0] } ?? []),
              evidence: elsewhere?.evidence ?? .id, isNew: true))
        }
      } else if isSame {
        continue
      } else if let now = commit.places.first(where: { $0.role == .now }),
        let place = ObjectName(now.sha)
      {
        if place != name, appeared.contains(name) {
          keepInPlace(commit)
        } else if old == nil || hasPrunedCommits || vanished.contains(place) {
          unchecked.append(
            Lost(
              commit: commit, names: place == name ? [name] : [name, place],
              evidence: now.evidence, isNew: true))
        } else {
          dropLostCopies(of: commit, vanished)
        }
      } else if appeared.contains(name) {
        keepInPlace(commit)
      } else {
        let own = commit.places.first { $0.role == .last && !$0.sha.isEmpty }
        let last = own ?? commit.elsewhere
        let place = last.flatMap { ObjectName($0.sha) }
        let one = Lost(
          commit: commit, names: [name] + (place.map { [$0] } ?? []),
          evidence: last?.evidence ?? .id, isNew: old == nil)
        if old == nil || own == nil && place != nil {
          unchecked.append(one)
        } else if let place, appeared.contains(place) {
          returns(one)
        } else {
          lost.append(one)
        }
      }
    }
    if unchecked.isEmpty { return lost }
    let gone = try unreachable(Set(unchecked.flatMap(\.names)), keepsHeaders: true)
    for one in unchecked {
      guard let place = one.names.last, let name = one.names.first else { continue }
      if !gone.contains(name) {
        keepInPlace(one.commit)
      } else if gone.contains(place) {
        lost.append(one)
      } else if !one.commit.places.contains(where: { $0.role == .now }) {
        returns(one)
      }
    }
    return lost
  }

  /// Those of these commits that no branch reaches, including those that do not exist.
  ///
  /// - Parameter keepsHeaders: whether the search needs what these commits are made on, too.
  mutating func unreachable(
    _ commits: Set<ObjectName>, keepsHeaders: Bool = false
  ) throws(GitError) -> Set<ObjectName> {
    let open = commits.subtracting(tips)
    if open.isEmpty { return [] }
    var gone = try outside(open, keepsHeaders: keepsHeaders)
    // Git may exclude too little if the dates of commits are not in order.
    if !gone.isEmpty { gone.subtract(try newestNames()) }
    let rest = open.subtracting(gone)
    if !rest.isEmpty { gone.formUnion(rest.subtracting(try clone.existing(rest))) }
    return gone
  }

  /// Those of these commits that exist and that no branch reaches.
  private mutating func outside(
    _ commits: Set<ObjectName>, keepsHeaders: Bool
  ) throws(GitError) -> Set<ObjectName> {
    if keepsHeaders {
      var found: [CommitHeader] = []
      try clone.headers(from: commits, without: tips, limit: Self.walkLimit) { found.append($0) }
      if found.count < Self.walkLimit {
        outsideHeaders = found
        return commits.intersection(found.lazy.map(\.name))
      }
    }
    return commits.intersection(try clone.names(from: commits, without: tips))
  }

  /// The newest commits of all branches.
  mutating func newestNames() throws(GitError) -> Set<ObjectName> {
    if let newest { return newest }
    let names = try clone.names(from: tips, limit: Self.exactLimit)
    newest = names
    return names
  }

  private mutating func keepInPlace(_ commit: CommitToFollow) {
    let place = CommitPlace(sha: commit.sha, evidence: .id, role: .now)
    let copies = commit.places.filter { $0.role == .copy }
    set([place] + copies, of: commit)
  }

  /// The commit on which the notes were last is on a branch again.
  private mutating func returns(_ lost: Lost) {
    guard let sha = lost.names.last?.text else { return }
    let copies = lost.commit.places.filter { $0.role == .copy && $0.sha != sha }
    set([CommitPlace(sha: sha, evidence: lost.evidence, role: .now)] + copies, of: lost.commit)
  }

  private mutating func dropLostCopies(of commit: CommitToFollow, _ vanished: Set<ObjectName>) {
    let kept = commit.places.filter { place in
      place.role != .copy || ObjectName(place.sha).map { !vanished.contains($0) } == true
    }
    set(kept, of: commit)
  }
}
