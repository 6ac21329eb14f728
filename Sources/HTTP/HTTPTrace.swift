/// One request and what became of it, for those who want to watch; a redirect is a request too.
/// There is nothing secret in it: neither heads nor bodies.
public struct HTTPTrace: Sendable, Hashable {
  public var method: HTTPRequest.Method
  public var url: String
  /// `nil` where there was no answer.
  public var status: Int?
  /// Of the answer, as they came over the wire.
  public var bytes: Int
  public var duration: Duration
  public var isConnectionReused: Bool
  /// `1.1`, `2`; empty where there was no answer.
  public var version: String

  public init(
    method: HTTPRequest.Method, url: String, status: Int?, bytes: Int, duration: Duration,
    isConnectionReused: Bool, version: String
  ) {
    self.method = method
    self.url = url
    self.status = status
    self.bytes = bytes
    self.duration = duration
    self.isConnectionReused = isConnectionReused
    self.version = version
  }

  public var milliseconds: Int { Int(duration / .milliseconds(1)) }
}
