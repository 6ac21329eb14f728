public import JSON

/// What a GraphQL query brought: some of the data may be missing, for the reasons beside it.
public struct GraphQLResponse: Hashable, Sendable {
  public var data: JSONValue
  public var faults: [GraphQLFault]
}

extension GitHubClient {
  /// Asks a query. Where there is no data at all, the first fault is the error.
  public func query(
    _ text: String, _ variables: JSONValue = .object([])
  ) async throws(GitHubError) -> GraphQLResponse {
    guard token != nil else { throw .loginRequired }
    var request = GitHubRequest(host.graphQLURL)
    let body: JSONValue = ["query": .string(text), "variables": variables]
    request.query = Array(body.text(.compact).utf8)
    let exchange = try await sendToAPI(request)
    guard let json = exchange.json else { throw .notJSON }
    let faults = (json["errors"]?.array ?? []).map { GraphQLFault($0) }
    guard let data = json["data"], data.hasSomething else {
      if faults.contains(where: { $0.type == "NOT_FOUND" }) { throw .notFound(missingScope: nil) }
      if let scope = faults.first(where: { $0.type == "INSUFFICIENT_SCOPES" }) {
        throw .forbidden(detail: scope.message)
      }
      throw .unexpected(detail: faults.first?.message ?? json.serverMessage ?? "data")
    }
    return GraphQLResponse(data: data, faults: faults)
  }
}

extension JSONValue {
  /// Whether an object has any member that is not null: GitHub answers a query for what is not
  /// there with the names of the members and nothing in them.
  fileprivate var hasSomething: Bool {
    guard let object else { return false }
    return object.contains { $0.value != .null }
  }
}
