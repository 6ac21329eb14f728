import HTTP
import JSON

/// One of the `errors` in a GraphQL response.
public struct GraphQLError: Hashable, Sendable {
  /// For example `NOT_FOUND` or `RATE_LIMITED`; empty if the query itself is invalid.
  public var type: String
  public var message: String
  /// The path of the member of `data` that is missing because of this error.
  public var path: [String]

  public init(type: String, message: String = "", path: [String] = []) {
    self.type = type
    self.message = message
    self.path = path
  }

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
