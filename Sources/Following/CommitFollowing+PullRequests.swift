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
