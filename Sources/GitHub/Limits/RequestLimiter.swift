import Synchronization

/// What goes to one host goes through here: so much at once, and nothing at all while a wait is on.
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

  /// Waits for a place; whoever has one asks `currentWait` before anything is sent.
  func enter() async throws(CancellationError) { try await semaphore.wait() }

  func leave() { semaphore.signal() }

  /// What keeps the host from being asked now, and how long still.
  var currentWait: Wait? {
    let now = clock.elapsed
    return state.withLock { state in
      guard let paused = state.paused, paused.until > now else { return nil }
      return Wait(paused.wait.reason, length: paused.until - now, until: paused.wait.until)
    }
  }

  /// Pauses for as long as `wait` says; says whether that is news, and not within a wait that is
  /// already on.
  func pause(for wait: Wait) -> Bool {
    // A wait that nobody will sit through may be of any length.
    let until = clock.elapsed + min(wait.length, .seconds(366 * 86_400))
    return state.withLock { state in
      let paused = state.paused
      if let paused, paused.until >= until { return false }
      state.paused = (until, wait)
      // What failed together returns a little apart.
      return paused.map { $0.until + .seconds(1) < until || $0.wait.reason != wait.reason } ?? true
    }
  }

  /// Says, to the first who asks, that the wait is over.
  func hasResumed() -> Bool {
    let now = clock.elapsed
    return state.withLock { state in
      guard let paused = state.paused, paused.until <= now else { return false }
      state.paused = nil
      return true
    }
  }
}
