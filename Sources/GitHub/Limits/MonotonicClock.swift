/// A clock for waits and deadlines. It is monotonic, so that changing the system time does not
/// affect them.
public protocol MonotonicClock: Sendable {
  /// The time since an arbitrary start.
  var elapsed: Duration { get }

  /// Suspends the task for `duration`; returns early if the task is canceled.
  func sleep(for duration: Duration) async throws(CancellationError)
}

/// A clock that also advances while the machine is asleep.
public struct SystemMonotonicClock: MonotonicClock {
  private let beginning = ContinuousClock.now

  public init() {}

  public var elapsed: Duration { beginning.duration(to: .now) }

  public func sleep(for duration: Duration) async throws(CancellationError) {
    do {
      try await Task.sleep(for: duration, clock: .continuous)
    } catch {
      throw CancellationError()
    }
  }
}
