import GitHub
import Synchronization

/// Time that passes when somebody sleeps, and takes none.
final class VirtualClock: MonotonicClock {
  private let state = Mutex((now: Duration.zero, sleeps: [Duration]()))

  var elapsed: Duration { state.withLock(\.now) }

  /// How long was slept, each time.
  var sleeps: [Duration] { state.withLock(\.sleeps) }

  func sleep(for duration: Duration) async throws(CancellationError) {
    state.withLock { state in
      state.now += max(duration, .zero)
      state.sleeps.append(duration)
    }
    await Task.yield()
    if Task.isCancelled { throw CancellationError() }
  }

  /// Time that passes otherwise.
  func pass(_ duration: Duration) { state.withLock { $0.now += duration } }
}

/// Time that stands still for whoever sleeps, until the task is cancelled.
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
