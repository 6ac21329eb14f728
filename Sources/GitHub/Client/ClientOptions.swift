/// The concurrency and the retry policy of a client.
public struct ClientOptions: Sendable {
  public var concurrency = 8
  public var retryPolicy = RetryPolicy.long
  /// Returns a value between 0 and 1 that spreads out retries, so that programs that failed at the
  /// same time do not retry at the same time.
  public var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

  public init(concurrency: Int = 8, retryPolicy: RetryPolicy = .long) {
    self.concurrency = concurrency
    self.retryPolicy = retryPolicy
  }
}
