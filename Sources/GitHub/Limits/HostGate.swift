import Synchronization

/// What goes to one host goes through here: so much at once, searches one after the other, and
/// nothing at all while a wait is on.
final class HostGate: Sendable {
  /// What is counted apart.
  enum Lane: Hashable, Sendable { case ordinary, search }

  private struct State {
    var closed: (until: Duration, wait: Wait)?
    var lastSearch: Duration?
  }

  private let places: Turnstile
  private let searches = Turnstile(width: 1)
  private let searchSpacing: Duration
  private let state = Mutex(State())
  let time: any Timekeeper

  init(
    width: Int = 8, searchSpacing: Duration = .seconds(2),
    time: any Timekeeper = SystemTimekeeper()
  ) {
    places = Turnstile(width: width)
    self.searchSpacing = searchSpacing
    self.time = time
  }

  /// Waits for a place; whoever has one asks `closure` before anything is sent.
  func enter(_ lane: Lane) async throws(CancellationError) {
    if lane == .search {
      try await searches.enter()
      do {
        if let pause = pauseBeforeSearch() { try await time.sleep(for: pause) }
        try await places.enter()
      } catch {
        searches.leave()
        throw error
      }
    } else {
      try await places.enter()
    }
  }

  func leave(_ lane: Lane) {
    places.leave()
    guard lane == .search else { return }
    let now = time.elapsed
    state.withLock { $0.lastSearch = now }
    searches.leave()
  }

  private func pauseBeforeSearch() -> Duration? {
    guard let last = state.withLock({ $0.lastSearch }) else { return nil }
    let pause = last + searchSpacing - time.elapsed
    return pause > .zero ? pause : nil
  }

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
