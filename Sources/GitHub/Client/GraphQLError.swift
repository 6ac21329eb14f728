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

  var isRateLimit: Bool { type == "RATE_LIMITED" || type == "RATE_LIMIT" }
}
