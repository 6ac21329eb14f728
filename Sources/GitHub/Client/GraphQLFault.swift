import HTTP
import JSON

/// One of the `errors` of an answer to a GraphQL query.
public struct GraphQLFault: Hashable, Sendable {
  /// `NOT_FOUND`, `RATE_LIMITED`; empty where the query itself is wrong.
  public var type: String
  public var message: String
  /// To the member of `data` that is missing for it.
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
