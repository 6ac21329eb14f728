public import Diary
public import HTTP

/// The two ways in which GitHub counts requests.
public enum RateLimitKind: Hashable, Sendable {
  /// So many an hour, and it says how many are left.
  case primary
  /// Too many at once, or too much work; it says so when it happens.
  case secondary
}

/// A time in which nothing more goes to a host.
public struct Wait: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case limit(RateLimitKind)
    /// It answered that it could not, with this status.
    case serverError(status: Int)
    case noResponse(HTTPError)
  }

  public var reason: Reason
  public var length: Duration
  /// When it ends by the host's own clock, where the host said what that reads.
  public var until: Instant?

  public init(_ reason: Reason, length: Duration, until: Instant? = nil) {
    self.reason = reason
    self.length = length
    self.until = until
  }
}
