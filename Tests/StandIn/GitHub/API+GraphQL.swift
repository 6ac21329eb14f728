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

  /// A page of a list, from the number in `after` on.
  mutating func page<Item>(
    of items: [Item], _ field: GraphQLSelection, _ node: (Item) -> JSONValue
  ) -> JSONValue {
    let start = field.arguments["after"]?.string.flatMap { Int($0) } ?? 0
    let size = min(100, max(1, field.arguments["first"]?.integer ?? 100))
    let end = min(items.count, start + size)
    return project(
      [
        "issueCount": .integer(items.count),
        "pageInfo": ["hasNextPage": .bool(end < items.count), "endCursor": .string("\(end)")],
        "nodes": .array(start < end ? items[start..<end].map(node) : []),
      ], field.selections)
  }

  mutating func missing(_ field: GraphQLSelection, _ message: String) -> JSONValue {
    errors.append([
      "type": "NOT_FOUND", "path": [.string(field.key)], "message": .string(message),
      "locations": [["line": 1, "column": 3]],
    ])
    return .null
  }

  // MARK: Users

  private mutating func user(_ user: World.Account, _ field: GraphQLSelection) -> JSONValue {
    object(field.selections) { resolver, field in
      switch field.name {
      case "login": .string(user.login)
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
      "contributionYears": .array(years.map(JSONValue.integer)),
      "contributionCalendar": [
        "totalContributions": .integer(total), "weeks": .array(weeks(days, counts)),
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
      case "pullRequest": resolver.pullRequest(of: found, field)
      default: nil
      }
    }
  }
}
