public import Diary
public import HTTP
import JSON

/// The rate limit in the last response of a host.
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

  /// Parses the `x-ratelimit-…` headers; `nil` if one is missing.
  public init?(_ headers: HTTPHeaders) {
    guard let limit = RateLimit.count(headers["x-ratelimit-limit"]),
      let remaining = RateLimit.count(headers["x-ratelimit-remaining"]),
      let reset = Instant(epoch: headers["x-ratelimit-reset"])
    else { return nil }
    self.init(
      limit: limit, remaining: remaining, resetsAt: reset,
      resource: ServerText.bounded(headers["x-ratelimit-resource"] ?? "core", to: 40))
  }

  /// Parses one of the `resources` in `/rate_limit`.
  init?(_ value: JSONValue, resource: String) {
    guard let limit = RateLimit.count(value["limit"]?.lenientInteger.map(String.init)),
      let remaining = RateLimit.count(value["remaining"]?.lenientInteger.map(String.init)),
      let reset = value["reset"]?.lenientInteger, let instant = Instant(epoch: String(reset))
    else { return nil }
    self.init(limit: limit, remaining: remaining, resetsAt: instant, resource: resource)
  }

  /// Parses a decimal number. Larger ones become 999,999,999.
  private static func count(_ text: String?) -> Int? {
    text.flatMap { Int(digits: $0.utf8) }.map { min($0, 999_999_999) }
  }
}
