import JSON

/// The pull requests and issues of the account, and the search for those of others.
extension GraphQLResolver {
  mutating func items(_ field: GraphQLSelection, arePullRequests: Bool) -> JSONValue {
    let since = field.arguments["filterBy"]?["since"]?.string.flatMap(CivilTime.parse) ?? .min
    return page(
      of: api.world.items.filter {
        $0.isPullRequest == arePullRequests && $0.author == account.login && $0.updatedAt >= since
      }, field)
  }

  /// Understands the words that the program searches for.
  mutating func search(_ field: GraphQLSelection) -> JSONValue {
    let words = (field.arguments["query"]?.string ?? "").split(separator: " ").map(String.init)
    let span = words.first { $0.hasPrefix("updated:") }?.dropFirst(8) ?? ""
    let times = span.replacing(">=", with: "").split(separator: "..").compactMap(CivilTime.parse)
    let login = account.login
    let found = api.world.items.filter { item in
      item.updatedAt >= times.first ?? .min
        && (times.count < 2 || item.updatedAt <= times[1])
        && words.allSatisfy { word in
          switch word {
          case "is:pr": item.isPullRequest
          case "is:issue": !item.isPullRequest
          case "is:merged": item.merged != nil
          case "is:closed": item.closed != nil
          case "reviewed-by:@me": item.reviews.contains { $0.login == login }
          case "-author:@me": item.author != login
          case "involves:@me":
            ([item.author] + item.reviews.map(\.login)
              + [item.merged?.login, item.closed?.login].compactMap(\.self)).contains(login)
          default: word.hasPrefix("updated:")
          }
        }
    }
    return page(of: found, field)
  }

  /// The newest change first.
  private mutating func page(of items: [World.Item], _ field: GraphQLSelection) -> JSONValue {
    page(of: items.sorted { $0.updatedAt > $1.updatedAt }, field) { [self] in item($0) }
  }

  private func item(_ item: World.Item) -> JSONValue {
    func actor(_ deed: World.Item.Deed?) -> JSONValue {
      deed.map { ["login": .string($0.login)] } ?? .null
    }
    func time(_ deed: World.Item.Deed?) -> JSONValue {
      deed.map { .string(CivilTime.iso($0.at)) } ?? .null
    }
    let kind = item.isPullRequest ? "pull" : "issues"
    return [
      "id": .string("\(kind)-\(item.repository)-\(item.number)"), "number": .integer(item.number),
      "title": .string(item.title),
      "url": .string("\(api.web)/\(item.repository)/\(kind)/\(item.number)"),
      "createdAt": .string(CivilTime.iso(item.createdAt)),
      "updatedAt": .string(CivilTime.iso(item.updatedAt)),
      "repository": ["nameWithOwner": .string(item.repository)],
      "mergedAt": time(item.merged), "mergedBy": actor(item.merged),
      "closedAt": time(item.closed), "author": ["login": .string(item.author)],
      "timelineItems": [
        "nodes": .array(item.closed.map { [["actor": actor($0)]] } ?? [])
      ],
      // The program asks only for the reviews of the account.
      "reviews": [
        "nodes": .array(
          item.reviews.filter { $0.login == account.login }
            .map { ["submittedAt": .string(CivilTime.iso($0.at)), "state": "APPROVED"] })
      ],
    ]
  }
}

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
      case "commits":
        // GitHub lists at most 250 commits.
        resolver.page(of: Array(found.commits.prefix(250)), field) { ["commit": Self.commit($0)] }
      default: nil
      }
    }
  }

  private static func commit(_ commit: World.Commit) -> JSONValue {
    [
      "oid": .string(commit.sha), "authoredDate": .string(CivilTime.iso(commit.author.date)),
      "author": ["name": .string(commit.author.name)],
    ]
  }
}

extension World {
  /// A pull request or an issue.
  public struct Item: Sendable {
    public var number: Int
    /// `owner/name`
    public var repository: String
    public var title: String
    public var isPullRequest: Bool
    public var author: String
    /// In seconds since 1970, like all times here.
    public var createdAt: Int
    public var updatedAt: Int
    public var merged: Deed?
    public var closed: Deed?
    public var reviews: [Deed] = []

    /// Who did something, and when.
    public struct Deed: Sendable {
      public var login: String
      public var at: Int

      public init(_ login: String, at: Int) {
        self.login = login
        self.at = at
      }
    }

    public init(
      _ repository: String, _ number: Int, _ title: String, isPullRequest: Bool, by author: String,
      at createdAt: Int, merged: Deed? = nil, closed: Deed? = nil, reviews: [Deed] = []
    ) {
      self.repository = repository
      self.number = number
      self.title = title
      self.isPullRequest = isPullRequest
      self.author = author
      self.createdAt = createdAt
      self.merged = merged
      self.closed = closed
      self.reviews = reviews
      updatedAt =
        ([merged?.at, closed?.at].compactMap(\.self) + reviews.map(\.at) + [createdAt])
        .max() ?? createdAt
    }
  }
}
