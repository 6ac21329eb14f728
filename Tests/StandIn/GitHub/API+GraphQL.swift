import JSON

extension API {
  /// `/graphql`, read only.
  func graphQL(_ caller: Caller) -> Answer {
    guard case .account(let account) = caller else {
      return problem("This endpoint requires you to be authenticated.", status: 401)
    }
    guard let question = request.json, let text = question["query"]?.string else {
      return problem("Problems parsing JSON", status: 400)
    }
    let selections: [GraphQLSelection]
    do {
      selections = try GraphQLParser.parse(text, variables: question["variables"])
    } catch {
      return .json(["errors": [["message": .string(error.message)]]])
    }
    if let name = selections.lazy.compactMap({ $0.first(in: self.world.missingFields) }).first {
      return .json([
        "errors": [
          [
            "message": .string("Field '\(name)' doesn't exist on type 'Query'"),
            "extensions": ["code": "undefinedField"],
          ]
        ]
      ])
    }
    var resolver = GraphQLResolver(api: self, account: account, caller: caller)
    let data = resolver.resolve(selections)
    guard !resolver.errors.isEmpty else { return .json(["data": data]) }
    return .json(["data": data, "errors": .array(resolver.errors)])
  }
}

/// Resolves the queries that the program uses, and only the requested fields.
struct GraphQLResolver {
  let api: API
  let account: World.Account
  let caller: API.Caller
  private(set) var errors: [JSONValue] = []

  init(api: API, account: World.Account, caller: API.Caller) {
    self.api = api
    self.account = account
    self.caller = caller
  }

  mutating func resolve(_ selections: [GraphQLSelection]) -> JSONValue {
    object(selections) { resolver, field in
      switch field.name {
      case "viewer": resolver.user(resolver.account, field)
      case "user":
        if let user = resolver.api.world.account(field.arguments["login"]?.string ?? "") {
          resolver.user(user, field)
        } else {
          resolver.missing(field, "Could not resolve to a User with that login.")
        }
      case "repository": resolver.repository(field)
      case "search": resolver.search(field)
      case "rateLimit":
        resolver.project(resolver.rateLimit, field.selections)
      default: nil
      }
    }
  }

  /// An object with the requested fields, in order.
  mutating func object(
    _ selections: [GraphQLSelection],
    _ value: (inout GraphQLResolver, GraphQLSelection) -> JSONValue?
  ) -> JSONValue {
    var members: [JSONValue.Member] = []
    for field in selections {
      if let value = value(&self, field) {
        members.append(.init(field.key, value))
      } else {
        errors.append([
          "message": .string("Field '\(field.name)' doesn't exist"),
          "extensions": ["code": "undefinedField"],
        ])
      }
    }
    return .object(members)
  }

  /// The requested fields of a value.
  mutating func project(
    _ value: JSONValue, _ selections: [GraphQLSelection]
  ) -> JSONValue {
    if case .array(let elements) = value {
      return .array(elements.map { project($0, selections) })
    }
    guard case .object = value, !selections.isEmpty else { return value }
    return object(selections) { resolver, field in
      value[field.name].map { resolver.project($0, field.selections) }
    }
  }

  mutating func missing(_ field: GraphQLSelection, _ message: String) -> JSONValue {
    errors.append([
      "type": "NOT_FOUND", "path": [.string(field.key)], "message": .string(message),
      "locations": [["line": 1, "column": 3]],
    ])
    return .null
  }

  private var rateLimit: JSONValue {
    let bucket = api.bucket(.graphql, caller)
    return [
      "limit": bucket["limit"] ?? nil, "cost": 1, "remaining": bucket["remaining"] ?? nil,
      "used": bucket["used"] ?? nil,
      "resetAt": .string(CivilTime.iso(bucket["reset"]?.integer ?? 0)), "nodeCount": 0,
    ]
  }

  // MARK: Users

  private mutating func user(_ user: World.Account, _ field: GraphQLSelection) -> JSONValue {
    object(field.selections) { resolver, field in
      switch field.name {
      case "login": .string(user.login)
      case "name": JSONValue(user.name)
      case "email": .string(user.email ?? "")
      case "id": .string("MDQ6VXNlcj\(user.id)")
      case "databaseId": .integer(user.id)
      case "contributionsCollection": resolver.contributions(of: user, field)
      case "pullRequests": resolver.items(field, arePullRequests: true)
      case "issues": resolver.items(field, arePullRequests: false)
      default: nil
      }
    }
  }

  private mutating func contributions(
    of user: World.Account, _ field: GraphQLSelection
  ) -> JSONValue? {
    let end = CivilTime.startOfDay(CivilTime.now)
    let to = field.arguments["to"]?.string.flatMap(CivilTime.parse) ?? end
    let from = field.arguments["from"]?.string.flatMap(CivilTime.parse) ?? (to - 365 * 86_400)
    guard to - from <= 366 * 86_400 else {
      errors.append([
        "type": "VALIDATION", "path": ["contributionsCollection"],
        "message": "The total time spanned by 'from' and 'to' must not exceed 1 year",
      ])
      return .null
    }
    var counts = api.world.contributions(of: user.login)
    if user.login == account.login {
      counts.merge(api.world.privateContributions[user.login] ?? [:], uniquingKeysWith: +)
    }
    let days = Array(
      stride(from: CivilTime.startOfDay(from), through: CivilTime.startOfDay(to), by: 86_400))
    let total = days.reduce(0) { $0 + (counts[CivilTime.day($1)] ?? 0) }
    let years = Set(counts.keys.compactMap { Int($0.prefix(4)) }).sorted(by: >)
    let collection: JSONValue = [
      "startedAt": .string(CivilTime.iso(from)), "endedAt": .string(CivilTime.iso(to)),
      "totalCommitContributions": .integer(total), "totalIssueContributions": 0,
      "totalPullRequestContributions": 0, "totalPullRequestReviewContributions": 0,
      "restrictedContributionsCount": 0, "hasAnyContributions": .bool(total > 0),
      "contributionYears": .array(years.map(JSONValue.integer)),
      "contributionCalendar": [
        "totalContributions": .integer(total), "weeks": .array(weeks(days, counts)),
        "isHalloween": false,
      ],
    ]
    return project(collection, field.selections)
  }

  private func weeks(_ days: [Int], _ counts: [String: Int]) -> [JSONValue] {
    let most = counts.values.max() ?? 0
    let levels = ["NONE", "FIRST_QUARTILE", "SECOND_QUARTILE", "THIRD_QUARTILE", "FOURTH_QUARTILE"]
    let colors = ["#ebedf0", "#9be9a8", "#40c463", "#30a14e", "#216e39"]
    var weeks: [[JSONValue]] = []
    for day in days {
      let date = CivilTime.day(day)
      let count = counts[date] ?? 0
      let level = ContributionPageWriter.level(count, most: most)
      if weeks.isEmpty || CivilTime.weekday(day) == 0 { weeks.append([]) }
      weeks[weeks.count - 1].append([
        "date": .string(date), "contributionCount": .integer(count),
        "contributionLevel": .string(levels[level]), "color": .string(colors[level]),
        "weekday": .integer(CivilTime.weekday(day)),
      ])
    }
    return weeks.map { ["firstDay": $0[0]["date"] ?? nil, "contributionDays": .array($0)] }
  }

  // MARK: Repositories

  private mutating func repository(_ field: GraphQLSelection) -> JSONValue {
    let name =
      "\(field.arguments["owner"]?.string ?? "")/\(field.arguments["name"]?.string ?? "")"
    guard let found = api.world.repository(name) ?? api.world.repository(previousName: name),
      api.isVisible(found, to: caller), found.misfortune == nil || found.misfortune == .empty
    else { return missing(field, "Could not resolve to a Repository with the name '\(name)'.") }
    return object(field.selections) { resolver, field in
      switch field.name {
      case "id": .string("R_\(found.id)")
      case "databaseId": .integer(found.id)
      case "name": .string(found.name)
      case "nameWithOwner": .string(found.fullName)
      case "isPrivate": .bool(found.isPrivate)
      case "isFork": .bool(found.isFork)
      case "isArchived": .bool(found.isArchived)
      case "isEmpty": .bool(found.commits.isEmpty)
      case "pushedAt": .string(CivilTime.iso(found.pushedAt))
      case "url": .string("\(resolver.api.web)/\(found.fullName)")
      case "pullRequest": resolver.pullRequest(of: found, field)
      case "defaultBranchRef":
        found.commits.isEmpty ? .null : resolver.branch(found, found.defaultBranch, field)
      case "ref":
        resolver.branch(found, branchName(field.arguments["qualifiedName"]?.string ?? ""), field)
      default: nil
      }
    }
  }

  private mutating func branch(
    _ repository: World.Repository, _ name: String, _ field: GraphQLSelection
  ) -> JSONValue {
    guard let commits = repository.commits(onBranch: name), let head = commits.first else {
      return .null
    }
    return object(field.selections) { resolver, field in
      switch field.name {
      case "name": .string(name)
      case "target":
        resolver.object(field.selections) { resolver, field in
          switch field.name {
          case "history": resolver.history(commits, repository, field)
          default: resolver.project(resolver.commit(head, repository), [field])[field.key]
          }
        }
      default: nil
      }
    }
  }

  private mutating func history(
    _ commits: [World.Commit], _ repository: World.Repository, _ field: GraphQLSelection
  ) -> JSONValue {
    let arguments = field.arguments
    let since = arguments["since"]?.string.flatMap(CivilTime.parse) ?? .min
    let until = arguments["until"]?.string.flatMap(CivilTime.parse) ?? .max
    let emails = arguments["author"]?["emails"]?.array?.compactMap(\.string)
    let id = arguments["author"]?["id"]?.string
    let login = api.world.accounts.first { "MDQ6VXNlcj\($0.id)" == id }?.login
    let found = commits.filter { commit in
      commit.committer.date >= since && commit.committer.date <= until
        && (emails.map { $0.contains(commit.author.email) } ?? true)
        && (id == nil || (login != nil && commit.author.login == login))
    }
    let start =
      arguments["after"]?.string.map { cursor in
        found.firstIndex { $0.sha == cursor.prefix(40) }.map { $0 + 1 } ?? found.count
      } ?? 0
    let size = min(100, max(0, arguments["first"]?.integer ?? 100))
    let page = found[start..<min(found.count, start + size)]
    return project(
      [
        "totalCount": .integer(found.count),
        "pageInfo": [
          "hasNextPage": .bool(page.endIndex < found.count),
          "endCursor": JSONValue(page.last.map { "\($0.sha) \(page.endIndex - 1)" }),
        ],
        "nodes": .array(page.map { commit($0, repository) }),
      ], field.selections)
  }

  func commit(_ commit: World.Commit, _ repository: World.Repository) -> JSONValue {
    let lines = commit.message.split(separator: "\n", maxSplits: 1)
    let page = "\(api.web)/\(repository.fullName)/commit/\(commit.sha)"
    return [
      "oid": .string(commit.sha), "abbreviatedOid": .string(String(commit.sha.prefix(7))),
      "message": .string(commit.message),
      "messageHeadline": .string(lines.first.map(String.init) ?? ""),
      "messageBody": .string(lines.count > 1 ? String(lines[1]) : ""),
      "authoredDate": .string(CivilTime.iso(commit.author.date)),
      "committedDate": .string(CivilTime.iso(commit.committer.date)),
      "url": .string(page), "author": actor(commit.author), "committer": actor(commit.committer),
      "parents": [
        "totalCount": .integer(commit.parents.count),
        "nodes": .array(commit.parents.map { ["oid": .string($0)] }),
      ],
    ]
  }

  private func actor(_ signature: World.Signature) -> JSONValue {
    [
      "name": .string(signature.name), "email": .string(signature.email),
      "date": .string(CivilTime.iso(signature.date)),
      "user": signature.login.map { ["login": .string($0)] } ?? .null,
    ]
  }
}

private func branchName(_ qualified: String) -> String {
  let prefix = "refs/heads/"
  return qualified.hasPrefix(prefix) ? String(qualified.dropFirst(prefix.count)) : qualified
}
