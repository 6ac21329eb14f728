import Diary
import HTTP
import JSON

/// The response to a GraphQL query. Parts of the data may be missing, for the reasons in `errors`.
struct GraphQLResponse: Hashable, Sendable {
  var data: JSONValue
  var errors: [GraphQLError]
}

extension GitHubClient {
  /// Sends a query. If the response has no data, the first error is thrown as an error.
  func query(
    _ text: String, _ variables: JSONValue = .object([])
  ) async throws(GitHubError) -> GraphQLResponse {
    guard token != nil else { throw .loginRequired }
    var request = GitHubRequest(host.graphQLURL)
    let body: JSONValue = ["query": .string(text), "variables": variables]
    request.query = Array(body.text(.compact).utf8)
    let exchange = try await sendToAPI(request)
    guard let json = exchange.json else { throw .notJSON }
    let errors = (json["errors"]?.array ?? []).map { GraphQLError($0) }
    guard let data = json["data"], data.hasValue else {
      if errors.contains(where: { $0.type == "NOT_FOUND" }) { throw .notFound(missingScope: nil) }
      throw GraphQLError.missing(json.serverMessage ?? "data", errors)
    }
    return GraphQLResponse(data: data, errors: errors)
  }
}

extension JSONValue {
  /// Whether an object has a member that is not null. For a missing object, GitHub returns all
  /// members with null.
  fileprivate var hasValue: Bool {
    guard let object else { return false }
    return object.contains { $0.value != .null }
  }
}

/// One of the `errors` in a GraphQL response.
struct GraphQLError: Hashable, Sendable {
  /// For example `NOT_FOUND` or `RATE_LIMITED`; empty if the query itself is invalid.
  var type: String
  var message = ""
  /// The path of the member of `data` that is missing because of this error.
  var path: [String] = []
}

extension GraphQLError {
  init(_ value: JSONValue) {
    let type = value["type"]?.string ?? value["extensions"]?["code"]?.string ?? ""
    let path = (value["path"]?.array ?? []).prefix(20)
    self.init(
      type: ServerText.bounded(type, to: 60),
      message: ServerText.bounded(value["message"]?.string ?? value.string ?? ""),
      path: path.map {
        $0.string.map { ServerText.bounded($0) } ?? $0.integer.map(String.init) ?? ""
      })
  }

  /// Whether the token may not read this, as opposed to a query that the server does not understand.
  private var isRefusal: Bool { ["FORBIDDEN", "INSUFFICIENT_SCOPES"].contains(type) }

  /// Why a response lacks `part`, according to its errors.
  static func missing(_ part: String, _ errors: [GraphQLError]) -> GitHubError {
    if let refusal = errors.first(where: \.isRefusal) { return .forbidden(detail: refusal.message) }
    return .unexpected(detail: errors.first?.message ?? part)
  }

  var isRateLimit: Bool { type == "RATE_LIMITED" || type == "RATE_LIMIT" }
}

/// A list of pull requests or issues, as a part of a GraphQL query. One query can ask for several.
struct ItemQuery: Hashable {
  /// The name of the list in the query and in the response.
  let name: String
  let kind: HostedItem.Kind
  /// Whether the account has opened the items.
  let isOwn: Bool
  /// The words of a search, without dates; `nil` for a list of the account.
  let words: String?
  let hasReviews: Bool

  /// The maximum number of pages of a list to read.
  static let maximumPages = 100
  private static let pageSize = 50
  /// The maximum number of results of a search.
  private static let maximumResults = 1000

  static let all = [
    ItemQuery(
      name: "pullRequests", kind: .pullRequest, isOwn: true, words: nil, hasReviews: false),
    ItemQuery(name: "issues", kind: .issue, isOwn: true, words: nil, hasReviews: false),
    ItemQuery(
      name: "reviewed", kind: .pullRequest, isOwn: false, words: "is:pr reviewed-by:@me",
      hasReviews: true),
    ItemQuery(
      name: "merged", kind: .pullRequest, isOwn: false,
      words: "is:pr is:merged involves:@me -author:@me", hasReviews: false),
    ItemQuery(
      name: "closed", kind: .issue, isOwn: false,
      words: "is:issue is:closed involves:@me -author:@me", hasReviews: false),
  ]

  // MARK: Asking

  /// The query for these lists.
  static func text(_ lists: [ItemQuery]) -> String {
    var variables = ["$first: Int!"]
    for list in lists {
      variables.append("$\(list.name)After: String")
      if list.words != nil { variables.append("$\(list.name)Words: String!") }
    }
    if lists.contains(where: \.hasReviews) { variables.append("$login: String!") }
    if lists.contains(where: \.hasSince) { variables.append("$since: DateTime!") }
    let own = lists.filter { $0.words == nil }.map(\.selection).joined(separator: " ")
    let found = lists.filter { $0.words != nil }.map(\.selection).joined(separator: " ")
    let viewer = own.isEmpty ? "" : "viewer { \(own) } "
    return "query(\(variables.joined(separator: ", "))) { \(viewer)\(found) }"
  }

  /// The values for the query.
  ///
  /// - Parameters:
  ///   - end: the last change of the items that are searched; `nil` for no limit.
  ///   - cursors: the ends of the pages before, by the name of the list.
  static func variables(
    _ lists: [ItemQuery], login: String, from start: Instant, to end: Instant? = nil,
    after cursors: [String: String] = [:]
  ) -> JSONValue {
    var members = [JSONValue.Member("first", .integer(pageSize))]
    for list in lists {
      members.append(.init("\(list.name)After", JSONValue(cursors[list.name])))
      guard let words = list.words else { continue }
      // A day without a time would be a day in UTC.
      let span = end.map { "\(start)..\($0)" } ?? ">=\(start)"
      members.append(.init("\(list.name)Words", .string("\(words) updated:\(span)")))
    }
    if lists.contains(where: \.hasReviews) { members.append(.init("login", .string(login))) }
    if lists.contains(where: \.hasSince) {
      members.append(.init("since", .string(start.description)))
    }
    return .object(members)
  }

  private var hasSince: Bool { words == nil && kind == .issue }

  private var selection: String {
    let page = "pageInfo { hasNextPage endCursor }"
    let range = "first: $first, after: $\(name)After"
    guard words == nil else {
      let type = kind == .issue ? "Issue" : "PullRequest"
      return """
        \(name): search(type: ISSUE, query: $\(name)Words, \(range)) { issueCount \(page) \
        nodes { ... on \(type) { \(fields) } } }
        """
    }
    let filter = hasSince ? ", filterBy: { since: $since }" : ""
    let order = "orderBy: { field: UPDATED_AT, direction: DESC }"
    return "\(name)(\(range)\(filter), \(order)) { \(page) nodes { \(fields) } }"
  }

  private var fields: String {
    let common = "id number title url createdAt updatedAt repository { nameWithOwner }"
    if kind == .issue {
      return """
        \(common) closedAt timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) \
        { nodes { ... on ClosedEvent { actor { login } } } }
        """
    }
    let merged = "\(common) mergedAt mergedBy { login }"
    guard hasReviews else { return merged }
    return """
      \(merged) author { login } reviews(author: $login, first: 50) { nodes { submittedAt } }
      """
  }

  // MARK: Reading

  func list(in data: JSONValue) -> JSONValue? {
    words == nil ? data["viewer"]?[name] : data[name]
  }

  /// The middle of a span whose search has more results than GitHub returns; `nil` if it has not, or
  /// if the span is too short to be divided.
  func middle(from start: Instant, to end: Instant, _ list: JSONValue) -> Instant? {
    guard words != nil, let count = list["issueCount"]?.lenientInteger, count > Self.maximumResults
    else { return nil }
    let (first, last) = (start.secondsSince1970, end.secondsSince1970)
    guard last - first > 86_400 else { return nil }
    return Instant(secondsSince1970: first + (last - first) / 2)
  }

  func events(in node: JSONValue, on host: GitHubHost, login: String) -> [HostedEvent] {
    guard let item = HostedItem(node, kind, on: host) else { return [] }
    return HostedEvent.events(in: node, item, isOwn: isOwn, login: login)
  }
}
