import Diary
import Git

extension CommitFollowing {
  /// Finds commits in the pull requests that the host has merged.
  mutating func findPullRequests(_ index: CommitIndex) throws(GitError) {
    var requests = PullRequestSearch(request.pullRequests)
    let questions = request.commits.map { commit in
      let places = self.places(of: commit).filter { $0.role != .candidate }
      let facts = newFacts[commit.sha] ?? request.facts[commit.sha]
      let names = [commit.sha] + places.map(\.sha).filter { !$0.isEmpty && $0 != commit.sha }
      return (
        commit: commit, names: names,
        authored: facts.flatMap { index.authoredAlone(commit.sha, $0) }
      )
    }
    let merges = requests.merges(of: questions.map { ($0.names, $0.authored) })
    if merges.isEmpty { return }
    var headers: [CommitHeader] = []
    clone.headers(of: merges.subtracting(try unreachable(merges))) { headers.append($0) }
    requests.take(headers)
    for (commit, names, authored) in questions {
      guard var target = requests.target(of: names, authored, in: clone) else { continue }
      var places = self.places(of: commit)
      if let now = places.first(where: { $0.role == .now }), let name = ObjectName(now.sha) {
        guard let other = ObjectName(target.sha), !places.contains(where: { $0.sha == target.sha }),
          !clone.isAncestor(name, of: other)
        else { continue }
        target.role = .copy
      } else {
        guard target.sha != commit.sha else { continue }
        places.removeAll { $0.role != .copy || $0.sha == target.sha }
      }
      FollowingRule.pullRequest.hasFound()
      set(places + [target], of: commit)
    }
  }
}

/// Finds commits in pull requests that were merged on a host. What the host has recorded is known
/// even if this clone has never seen the last commits of the branch.
struct PullRequestSearch {
  /// A commit of a pull request.
  private struct Place {
    var request: Int
    var part: Int
    /// Whether it is the commit itself, and not one with the same author and author date.
    var isSame: Bool
  }

  private let requests: [MergedPullRequest]
  private var bySHA: [String: [Place]] = [:]
  private var byAuthor: [UInt64: [Place]] = [:]
  /// The commits by which pull requests were merged, as far as a branch reaches them.
  private var merges: [String: CommitHeader] = [:]

  init(_ requests: [MergedPullRequest]) {
    self.requests = requests
    for (index, request) in requests.enumerated() {
      for (part, commit) in request.parts.enumerated() {
        bySHA[commit.sha, default: []].append(Place(request: index, part: part, isSame: true))
        let authored = CommitHeader.authored(by: commit.author, at: commit.authoredAt)
        byAuthor[authored, default: []].append(
          Place(request: index, part: part, isSame: false))
      }
    }
  }

  /// The places of a commit in pull requests: those of the commit itself, else those of the only
  /// commit in a pull request that has its author and author date.
  private func places(of names: [String], _ authored: UInt64?) -> [Place] {
    let same = names.flatMap { bySHA[$0] ?? [] }
    if !same.isEmpty { return same }
    let similar = authored.flatMap { byAuthor[$0] } ?? []
    return similar.filter { place in
      !similar.contains { $0.request == place.request && $0.part != place.part }
    }
  }

  /// The commits by which the pull requests of these commits were merged.
  func merges(of commits: [(names: [String], authored: UInt64?)]) -> Set<ObjectName> {
    Set(
      commits.flatMap { places(of: $0.names, $0.authored) }
        .compactMap { ObjectName(requests[$0.request].sha) })
  }

  /// - Parameter headers: the commits that branches reach.
  mutating func take(_ headers: [CommitHeader]) {
    for header in headers { merges[header.name.text] = header }
  }

  /// Where a pull request has put a commit: the squash, or the commit to which it was rebased. In
  /// several pull requests, the one that was merged first counts.
  func target(
    of names: [String], _ authored: UInt64?, in clone: Clone
  ) -> CommitPlace? {
    let places = places(of: names, authored).filter { merges[requests[$0.request].sha] != nil }
    func date(_ place: Place) -> Int64 {
      merges[requests[place.request].sha]?.committedAt ?? .max
    }
    guard let first = places.min(by: { date($0) < date($1) }) else { return nil }
    return target(of: first, in: clone)
  }

  private func target(of place: Place, in clone: Clone) -> CommitPlace? {
    let request = requests[place.request]
    guard let merge = merges[request.sha], let last = request.parts.last else { return nil }
    if merge.parents.count > 1 {
      // A merge commit leaves the commits as they are.
      return CommitPlace(sha: request.parts[place.part].sha, evidence: .author, role: .now)
    }
    let isRebase =
      merge.authored == CommitHeader.authored(by: last.author, at: last.authoredAt)
    // Where seconds do not tell its commits apart, a rebase looks like a squash.
    let seconds = Set(request.parts.map { CommitHeader.authored(by: $0.author, at: $0.authoredAt) })
    if isRebase, seconds.count < request.parts.count { return nil }
    guard isRebase, request.parts.count > 1 else {
      return CommitPlace(sha: request.sha, evidence: isRebase ? .author : .squash, role: .now)
    }
    // The commits of a rebase are in the same order, with the same author dates.
    var rebased: [CommitHeader] = []
    try? clone.headers(from: [merge.name], limit: request.parts.count) { rebased.append($0) }
    let part = request.parts[place.part]
    let authored = CommitHeader.authored(by: part.author, at: part.authoredAt)
    let index = request.parts.count - 1 - place.part
    guard rebased.indices.contains(index), rebased[index].authored == authored else { return nil }
    return CommitPlace(sha: rebased[index].name.text, evidence: .author, role: .now)
  }
}

extension CommitIndex {
  /// The hash of the author and the author date of a commit; `nil` if another old commit on its line
  /// of history has the same.
  func authoredAlone(_ sha: String, _ facts: CommitFacts) -> UInt64? {
    let authored = CommitHeader.authored(by: facts.author, at: facts.authoredAt)
    guard let name = ObjectName(sha), let group = oldByAuthor[authored], group.count > 1 else {
      return authored
    }
    let line = line(of: name)
    return group.contains { $0 != name && line.contains($0) } ? nil : authored
  }
}
