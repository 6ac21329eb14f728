/// Time as it passes, for waits and deadlines: no clock on a wall, so that nobody who sets one
/// makes a wait longer or shorter.
public protocol MonotonicClock: Sendable {
  /// Since some beginning.
  var elapsed: Duration { get }

  /// Does nothing for so long; ends at once where the task is cancelled.
  func sleep(for duration: Duration) async throws(CancellationError)
}

/// The time that passes for everybody, also while the machine is asleep.
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
