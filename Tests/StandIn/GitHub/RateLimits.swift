import JSON

/// The remaining requests, by account and resource.
struct RateLimits: Sendable {
  struct Bucket: Sendable {
    var limit: Int
    var used = 0
    /// When the limit is reset, in seconds since 1970.
    var reset: Int
    /// The status after the limit is reached.
    var status = 403

    var remaining: Int { max(0, limit - used) }
  }

  private var buckets: [String: Bucket] = [:]
  /// Until this time every request gets the secondary limit.
  var secondary: (until: ContinuousClock.Instant, answer: Answer)?

  mutating func bucket(_ resource: RateLimit.Resource, account: String?) -> Bucket {
    let key = "\(resource.rawValue) \(account ?? "")"
    let now = CivilTime.now
    if let bucket = buckets[key], bucket.reset > now { return bucket }
    let fresh = Bucket(
      limit: resource.limit(isKnown: account != nil), reset: now + 3600)
    buckets[key] = fresh
    return fresh
  }

  mutating func count(_ resource: RateLimit.Resource, account: String?) {
    var bucket = bucket(resource, account: account)
    bucket.used += 1
    set(bucket, resource, account: account)
  }

  mutating func set(_ bucket: Bucket, _ resource: RateLimit.Resource, account: String?) {
    buckets["\(resource.rawValue) \(account ?? "")"] = bucket
  }
}

/// Types that describe rate limits.
public enum RateLimit {
  public enum Resource: String, Sendable, CaseIterable {
    case core, graphql

    func limit(isKnown: Bool) -> Int {
      switch self {
      case .core: isKnown ? 5000 : 60
      case .graphql: isKnown ? 5000 : 0
      }
    }
  }

  /// How the response to a secondary limit tells when to retry.
  public enum Wait: Sendable {
    case seconds(Int)
    /// An HTTP date, this many seconds from now.
    case date(Int)
    /// No header, only a message with a link to the documentation.
    case unsaid
  }
}

extension Answer {
  /// The response of GitHub's secondary limit.
  public static func secondaryLimit(_ wait: RateLimit.Wait, status: Int = 403) -> Answer {
    var answer = Answer.json(
      [
        "message": """
        You have exceeded a secondary rate limit. Please wait a few minutes before you try again.
        """,
        "documentation_url": """
        https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits
        """,
      ], status: status)
    switch wait {
    case .seconds(let count): answer.headers.append(("Retry-After", "\(count)"))
    case .date(let count):
      answer.headers.append(("Retry-After", CivilTime.http(CivilTime.now + count)))
    case .unsaid: break
    }
    return answer
  }

  /// The page that GitHub shows during an outage.
  public static func unavailable(status: Int = 503) -> Answer {
    .html(
      """
      <!DOCTYPE html>
      <html><head><title>Unicorn! &middot; GitHub</title></head>
      <body><h1>We're having a really bad day.</h1><p>The unicorns have taken over.</p></body></html>

      """, status: status)
  }
}
