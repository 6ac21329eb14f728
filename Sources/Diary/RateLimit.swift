/// A rate limit of a host.
public struct RateLimit: Hashable, Sendable {
  public var limit: Int
  public var remaining: Int
  /// When `remaining` becomes `limit` again, by the host's clock.
  public var resetsAt: Instant
  /// `core`, `search` or `graphql`, each of which has its own limit.
  public var resource: String

  public init(limit: Int, remaining: Int, resetsAt: Instant, resource: String = "core") {
    self.limit = limit
    self.remaining = remaining
    self.resetsAt = resetsAt
    self.resource = resource
  }
}
