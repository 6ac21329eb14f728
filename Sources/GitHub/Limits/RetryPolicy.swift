/// How long a command will wait for a host, and for what.
public struct RetryPolicy: Hashable, Sendable {
  /// For everything it asks, from the first request on; `nil` where there is no such end.
  public var total: Duration?
  /// A single wait that is longer than this is none: it is an end.
  public var longestWait: Duration
  /// How often one request is sent again after an answer of 5xx or none at all.
  public var retries: Int
  /// How often one request waits for a limit to pass.
  public var limitWaits: Int

  public init(total: Duration?, longestWait: Duration, retries: Int, limitWaits: Int) {
    self.total = total
    self.longestWait = longestWait
    self.retries = retries
    self.limitWaits = limitWaits
  }

  /// For what may take its time. A primary limit passes within the hour, and a little is added for
  /// clocks that differ.
  public static let long = RetryPolicy(
    total: nil, longestWait: .seconds(65 * 60), retries: 3, limitWaits: 6)

  /// As long, but at a limit it ends.
  public static let withoutLimits = RetryPolicy(
    total: nil, longestWait: long.longestWait, retries: 3, limitWaits: 0)

  /// For what somebody sits and waits for: 5 seconds in all, each request once.
  public static let short = RetryPolicy(
    total: .seconds(5), longestWait: .zero, retries: 0, limitWaits: 0)
}
