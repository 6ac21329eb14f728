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
    let items = items.sorted { $0.updatedAt > $1.updatedAt }
    let start = field.arguments["after"]?.string.flatMap { Int($0) } ?? 0
    let size = min(100, max(1, field.arguments["first"]?.integer ?? 100))
    let end = min(items.count, start + size)
    let list: JSONValue = [
      "issueCount": .integer(items.count),
      "pageInfo": ["hasNextPage": .bool(end < items.count), "endCursor": .string("\(end)")],
      "nodes": .array(start < end ? items[start..<end].map { item($0, field) } : []),
    ]
    return project(list, field.selections)
  }

  private func item(_ item: World.Item, _ field: GraphQLSelection) -> JSONValue {
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
