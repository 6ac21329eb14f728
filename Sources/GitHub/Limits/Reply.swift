import Diary
import HTTP

/// The part of a response that decides whether the request is retried.
struct Reply: Hashable, Sendable {
  var status: Int
  var headers = HTTPHeaders()
  /// The beginning of the body of an error.
  var message = ""
  /// The `errors` of a GraphQL response, with any status.
  var errors: [GraphQLError] = []
}

extension Reply {
  /// Reads only the beginning of the body, because the messages about limits are short.
  init(_ response: HTTPResponse, errors: [GraphQLError]) {
    status = response.status
    headers = response.headers
    message =
      status == 403 || status == 429
      ? String(decoding: response.body.prefix(4096), as: UTF8.self) : ""
    self.errors = errors
  }

  /// The time of the host's clock.
  var date: Instant? { headers["date"].flatMap { Instant(httpDate: $0) } }

  /// The limit that was exceeded, if any. The secondary limit is checked first, because its
  /// responses may also contain the headers of the primary limit.
  var limit: RateLimitKind? {
    if errors.contains(where: \.isRateLimit) { return limitInMessage ?? .primary }
    if status == 200, !errors.isEmpty { return limitInMessage }
    guard status == 403 || status == 429 else { return nil }
    if headers["retry-after"] != nil || headers["gh-limited-by"].map({ !$0.isEmpty }) == true {
      return .secondary
    }
    if let kind = limitInMessage, kind == .secondary { return kind }
    if headers["x-ratelimit-remaining"] == "0" { return .primary }
    return limitInMessage ?? (status == 429 ? .secondary : nil)
  }

  private var limitInMessage: RateLimitKind? {
    let text = (errors.map(\.message) + [message]).joined(separator: "\n").lowercased()
    if text.contains("secondary rate") || text.contains("secondary-rate-limit")
      || text.contains("abuse detection")
    {
      return .secondary
    }
    return text.contains("rate limit exceeded") ? .primary : nil
  }

  /// The time for which the host asks to send no requests. The header contains seconds, or a date
  /// by the host's clock; `nil` if it is missing or invalid.
  var retryAfter: Duration? {
    guard let text = headers["retry-after"]?.split(separator: ",").first else { return nil }
    let digits = text.utf8.drop { $0 == 0x20 }
    if !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) {
      // Limits numbers that are too large.
      return .seconds(min(Int(digits: digits) ?? .max, 4_000_000_000))
    }
    guard let date, let until = Instant(httpDate: headers["retry-after"] ?? "") else { return nil }
    return .seconds(until.secondsSince1970 - date.secondsSince1970)
  }

  /// The time until the primary limit resets, by the host's clock.
  var untilReset: Duration? {
    guard let date, let reset = Instant(epoch: headers["x-ratelimit-reset"]) else { return nil }
    return .seconds(reset.secondsSince1970 - date.secondsSince1970)
  }
}
