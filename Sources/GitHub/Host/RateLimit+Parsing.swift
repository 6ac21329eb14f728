import Diary
import HTTP
import JSON

extension RateLimit {
  /// Parses the `x-ratelimit-…` headers; `nil` if one is missing.
  init?(_ headers: HTTPHeaders) {
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
