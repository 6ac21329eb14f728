public import JSON

/// The response to a GraphQL query. Parts of the data may be missing, for the reasons in `errors`.
public struct GraphQLResponse: Hashable, Sendable {
  public var data: JSONValue
  public var errors: [GraphQLError]
}

extension GitHubClient {
  /// Sends a query. If the response has no data, the first error is thrown as an error.
  public func query(
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
