import Diary
import HTTP

/// What came back for a request, as far as it decides what is done next.
struct Reply: Hashable, Sendable {
  var status: Int
  var headers: HTTPHeaders
  /// What the body says is wrong, or how it begins.
  var message: String
  /// What an answer to a GraphQL query has under `errors`, whatever its status.
  var faults: [GraphQLFault]

  init(
    status: Int, headers: HTTPHeaders = HTTPHeaders([]), message: String = "",
    faults: [GraphQLFault] = []
  ) {
    self.status = status
    self.headers = headers
    self.message = message
    self.faults = faults
  }

  /// The beginning of the body is enough: answers that refuse something are short.
  init(_ response: HTTPResponse, faults: [GraphQLFault]) {
    status = response.status
    headers = response.headers
    message =
      status == 403 || status == 429
      ? String(decoding: response.body.prefix(4096), as: UTF8.self) : ""
    self.faults = faults
  }
}

extension Reply {
  /// What the host's clock read.
  var date: Instant? { headers["date"].flatMap { Instant(httpDate: $0) } }

  /// Which limit this answer speaks of. The secondary one is looked for first: its answers may
  /// carry the counts of the primary one too.
  var limit: RateLimitKind? {
    if faults.contains(where: \.isRateLimit) { return limitInMessage ?? .primary }
    if status == 200, !faults.isEmpty { return limitInMessage }
    guard status == 403 || status == 429 else { return nil }
    if headers["retry-after"] != nil || headers["gh-limited-by"].map({ !$0.isEmpty }) == true {
      return .secondary
    }
    if let kind = limitInMessage, kind == .secondary { return kind }
    if headers["x-ratelimit-remaining"] == "0" { return .primary }
    return limitInMessage ?? (status == 429 ? .secondary : nil)
  }

  private var limitInMessage: RateLimitKind? {
    let text = (faults.map(\.message) + [message]).joined(separator: "\n").lowercased()
    if text.contains("secondary rate") || text.contains("secondary-rate-limit")
      || text.contains("abuse detection")
    {
      return .secondary
    }
    return text.contains("rate limit exceeded") ? .primary : nil
  }

  /// How long the host asks to be left alone, in seconds or until a date by its own clock; `nil`
  /// where it does not say, or not in a way that means anything.
  var retryAfter: Duration? {
    guard let text = headers["retry-after"]?.split(separator: ",").first else { return nil }
    let digits = text.utf8.drop { $0 == 0x20 }
    if !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) {
      // More than any of these digits could say is for ever all the same.
      return .seconds(min(Int(digits: digits) ?? .max, 4_000_000_000))
    }
    guard let date, let until = Instant(httpDate: headers["retry-after"] ?? "") else { return nil }
    return .seconds(until.secondsSince1970 - date.secondsSince1970)
  }

  /// How long until the primary limit is set back, by the host's own clock.
  var untilReset: Duration? {
    guard let date, let reset = Instant(epoch: headers["x-ratelimit-reset"]) else { return nil }
    return .seconds(reset.secondsSince1970 - date.secondsSince1970)
  }
}
