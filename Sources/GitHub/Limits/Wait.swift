public import Diary
public import HTTP

/// The two kinds of rate limits on GitHub.
public enum RateLimitKind: Hashable, Sendable {
  /// A number of requests per hour. The host reports how many remain.
  case primary
  /// Too many concurrent or expensive requests. The host reports it only when it is exceeded.
  case secondary
}

/// A time during which no requests are sent to a host.
public struct Wait: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case limit(RateLimitKind)
    /// The host returned this status.
    case serverError(status: Int)
    case noResponse(HTTPError)
  }

  public var reason: Reason
  public var length: Duration
  /// The end of the wait by the host's clock, if the host sent its time.
  public var until: Instant?

  public init(_ reason: Reason, length: Duration, until: Instant? = nil) {
    self.reason = reason
    self.length = length
    self.until = until
  }
}
