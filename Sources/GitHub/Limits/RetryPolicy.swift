/// Limits how long a command waits for a host.
public struct RetryPolicy: Hashable, Sendable {
  /// The total time, starting with the first request; `nil` for no limit.
  public var total: Duration?
  /// A request that would have to wait longer than this fails instead.
  public var longestWait: Duration
  /// How often a request is retried after a 5xx status or without a response.
  public var retries: Int
  /// How often a request waits for a rate limit.
  public var limitWaits: Int

  public init(total: Duration?, longestWait: Duration, retries: Int, limitWaits: Int) {
    self.total = total
    self.longestWait = longestWait
    self.retries = retries
    self.limitWaits = limitWaits
  }

  /// For commands that may take long. A primary limit resets within an hour; five minutes are added
  /// for clocks that differ.
  public static let long = RetryPolicy(
    total: nil, longestWait: .seconds(65 * 60), retries: 3, limitWaits: 6)

  /// Like `long`, but fails at a rate limit.
  public static let withoutLimits = RetryPolicy(
    total: nil, longestWait: long.longestWait, retries: 3, limitWaits: 0)

  /// For commands that the user waits for: 5 seconds in total, without retries.
  public static let short = RetryPolicy(
    total: .seconds(5), longestWait: .zero, retries: 0, limitWaits: 0)
}
