/// How many requests go out at once, and what is waited for.
public struct ClientOptions: Sendable {
  public var concurrency = 8
  public var retryPolicy = RetryPolicy.long
  /// Between 0 and 1, so that programs that failed together do not come back together.
  public var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

  public init(concurrency: Int = 8, retryPolicy: RetryPolicy = .long) {
    self.concurrency = concurrency
    self.retryPolicy = retryPolicy
  }
}
