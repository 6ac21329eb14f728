import Synchronization

/// Limits the concurrent requests to a host, and pauses them while a wait is active.
final class RequestLimiter: Sendable {
  private struct State {
    var paused: (until: Duration, wait: Wait)?
  }

  private let semaphore: AsyncSemaphore
  private let state = Mutex(State())
  let clock: any MonotonicClock

  init(width: Int = 8, clock: any MonotonicClock = SystemMonotonicClock()) {
    semaphore = AsyncSemaphore(width: width)
    self.clock = clock
  }

  /// Waits for a free slot. The caller must check `currentWait` before it sends a request.
  func enter() async throws(CancellationError) { try await semaphore.wait() }

  func leave() { semaphore.signal() }

  /// The active wait with its remaining length.
  var currentWait: Wait? {
    let now = clock.elapsed
    return state.withLock { state in
      guard let paused = state.paused, paused.until > now else { return nil }
      return Wait(paused.wait.reason, length: paused.until - now, until: paused.wait.until)
    }
  }

  /// Pauses requests for the length of `wait`. Returns whether this should be reported, and not
  /// already covered by an active wait.
  func pause(for wait: Wait) -> Bool {
    // `wait.length` has no limit if the policy does not allow the wait.
    let until = clock.elapsed + min(wait.length, .seconds(366 * 86_400))
    return state.withLock { state in
      let paused = state.paused
      if let paused, paused.until >= until { return false }
      state.paused = (until, wait)
      // Requests that failed together end their waits at slightly different times.
      return paused.map { $0.until + .seconds(1) < until || $0.wait.reason != wait.reason } ?? true
    }
  }

  /// Returns true once after a wait has ended.
  func hasResumed() -> Bool {
    let now = clock.elapsed
    return state.withLock { state in
      guard let paused = state.paused, paused.until <= now else { return false }
      state.paused = nil
      return true
    }
  }
}
