/// A request and its result, for logging. Each redirect is logged as its own request. Headers and
/// bodies are not included, because they may contain secrets.
public struct HTTPTrace: Sendable, Hashable {
  public var method: HTTPRequest.Method
  public var url: String
  /// `nil` if there was no response.
  public var status: Int?
  /// The size of the response as received, before decompression.
  public var bytes: Int
  public var duration: Duration
  public var isConnectionReused: Bool
  /// `1.1` or `2`; empty if there was no response.
  public var version: String

  public var milliseconds: Int { Int(duration / .milliseconds(1)) }
}
