import GitHub
import Synchronization

/// A clock that advances when a task sleeps, without waiting.
final class VirtualClock: MonotonicClock {
  private let state = Mutex((now: Duration.zero, sleeps: [Duration]()))

  var elapsed: Duration { state.withLock(\.now) }

  /// The duration of each sleep.
  var sleeps: [Duration] { state.withLock(\.sleeps) }

  func sleep(for duration: Duration) async throws(CancellationError) {
    state.withLock { state in
      state.now += max(duration, .zero)
      state.sleeps.append(duration)
    }
    await Task.yield()
    if Task.isCancelled { throw CancellationError() }
  }

  /// Advances the clock without a sleep.
  func pass(_ duration: Duration) { state.withLock { $0.now += duration } }
}

/// A clock that never advances. A sleep ends only when its task is canceled.
struct FrozenClock: MonotonicClock {
  var elapsed: Duration { .zero }

  func sleep(for duration: Duration) async throws(CancellationError) {
    do {
      try await Task.sleep(for: .seconds(600))
    } catch {
      throw CancellationError()
    }
  }
}
