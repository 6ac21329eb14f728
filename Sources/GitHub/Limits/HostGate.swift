import Synchronization

/// What goes to one host goes through here: so much at once, and nothing at all while a wait is on.
final class HostGate: Sendable {
  private struct State {
    var closed: (until: Duration, wait: Wait)?
  }

  private let places: Turnstile
  private let state = Mutex(State())
  let time: any Timekeeper

  init(width: Int = 8, time: any Timekeeper = SystemTimekeeper()) {
    places = Turnstile(width: width)
    self.time = time
  }

  /// Waits for a place; whoever has one asks `closure` before anything is sent.
  func enter() async throws(CancellationError) { try await places.enter() }

  func leave() { places.leave() }

  /// What keeps the host from being asked now, and how long still.
  var closure: Wait? {
    let now = time.elapsed
    return state.withLock { state in
      guard let closed = state.closed, closed.until > now else { return nil }
      return Wait(closed.wait.reason, length: closed.until - now, until: closed.wait.until)
    }
  }

  /// Closes for as long as `wait` says; says whether that is news, and not within a wait that is
  /// already on.
  func close(for wait: Wait) -> Bool {
    // A wait that nobody will sit through may be of any length.
    let until = time.elapsed + min(wait.length, .seconds(366 * 86_400))
    return state.withLock { state in
      let closed = state.closed
      if let closed, closed.until >= until { return false }
      state.closed = (until, wait)
      // What failed together returns a little apart.
      return closed.map { $0.until + .seconds(1) < until || $0.wait.reason != wait.reason } ?? true
    }
  }

  /// Says, to the first who asks, that the wait is over.
  func hasReopened() -> Bool {
    let now = time.elapsed
    return state.withLock { state in
      guard let closed = state.closed, closed.until <= now else { return false }
      state.closed = nil
      return true
    }
  }
}
