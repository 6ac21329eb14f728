import JSON

extension World {
  /// A pull request with the commits of its branch, which need not be in the repository any more.
  public struct PullRequest: Sendable {
    public enum State: String, Sendable {
      case open = "OPEN"
      case closed = "CLOSED"
      case merged = "MERGED"
    }

    public var number: Int
    public var state: State
    /// The commit by which it was merged.
    public var mergeCommit: String?
    /// The oldest first.
    public var commits: [Commit]

    public init(
      _ number: Int, _ state: State = .merged, mergeCommit: String? = nil, commits: [Commit] = []
    ) {
      self.number = number
      self.state = state
      self.mergeCommit = mergeCommit
      self.commits = commits
    }
  }
}

extension GraphQLResolver {
  mutating func pullRequest(
    of repository: World.Repository, _ field: GraphQLSelection
  ) -> JSONValue {
    let number = field.arguments["number"]?.integer ?? 0
    guard let found = repository.pullRequests.first(where: { $0.number == number }) else {
      return missing(field, "Could not resolve to a PullRequest with the number of \(number).")
    }
    return object(field.selections) { resolver, field in
      switch field.name {
      case "state": .string(found.state.rawValue)
      case "mergeCommit":
        found.mergeCommit.map { resolver.project(["oid": .string($0)], field.selections) } ?? .null
      case "commits": resolver.commits(found.commits, field)
      default: nil
      }
    }
  }

  /// GitHub lists at most 250 commits.
  private mutating func commits(
    _ commits: [World.Commit], _ field: GraphQLSelection
  ) -> JSONValue {
    let listed = commits.prefix(250)
    let start = field.arguments["after"]?.string.flatMap { Int($0) } ?? 0
    let size = min(100, max(1, field.arguments["first"]?.integer ?? 100))
    let end = min(listed.count, start + size)
    return project(
      [
        "pageInfo": ["hasNextPage": .bool(end < listed.count), "endCursor": .string("\(end)")],
        "nodes": .array(
          start < end ? listed[start..<end].map { ["commit": commit($0)] } : []),
      ], field.selections)
  }

  private func commit(_ commit: World.Commit) -> JSONValue {
    [
      "oid": .string(commit.sha), "authoredDate": .string(CivilTime.iso(commit.author.date)),
      "author": ["name": .string(commit.author.name)],
    ]
  }
}
