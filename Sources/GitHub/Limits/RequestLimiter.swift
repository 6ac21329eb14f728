public import Diary
public import HTTP
import Platform
import Synchronization

/// Limits the concurrent requests to a host, and pauses them while a wait is active.
final class RequestLimiter: Sendable {
  /// Who has a slot must check `currentWait` before it sends a request.
  let slots: AsyncSemaphore
  private let state = Mutex((until: Duration, wait: Wait)?.none)
  let clock: any MonotonicClock

  init(width: Int = 8, clock: any MonotonicClock = SystemMonotonicClock()) {
    slots = AsyncSemaphore(width: width)
    self.clock = clock
  }

  /// The active wait with its remaining length.
  var currentWait: Wait? {
    let now = clock.elapsed
    return state.withLock { paused in
      guard let paused, paused.until > now else { return nil }
      return Wait(reason: paused.wait.reason, length: paused.until - now, until: paused.wait.until)
    }
  }

  /// Pauses requests for the length of `wait`. Returns whether this should be reported, and not
  /// already covered by an active wait.
  func pause(for wait: Wait) -> Bool {
    // `wait.length` has no limit if the policy does not allow the wait.
    let until = clock.elapsed + min(wait.length, .seconds(366 * 86_400))
    return state.withLock { state in
      let paused = state
      if let paused, paused.until >= until { return false }
      state = (until, wait)
      // Requests that failed together end their waits at slightly different times.
      return paused.map { $0.until + .seconds(1) < until || $0.wait.reason != wait.reason } ?? true
    }
  }

  /// Returns true once after a wait has ended.
  func hasResumed() -> Bool {
    let now = clock.elapsed
    return state.withLock { state in
      guard let paused = state, paused.until <= now else { return false }
      state = nil
      return true
    }
  }
}

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

/// The two kinds of rate limits on GitHub.
public enum RateLimitKind: Hashable, Sendable {
  /// A number of requests per hour. The host reports how many remain.
  case primary
  /// Too many concurrent or expensive requests. The host reports it only when it is exceeded.
  case secondary
}

/// A time during which no requests are sent to a host.
public struct Wait: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case limit(RateLimitKind)
    /// The host returned this status.
    case serverError(status: Int)
    case noResponse(HTTPError)
  }

  public var reason: Reason
  public var length: Duration
  /// The end of the wait by the host's clock, if the host sent its time.
  public var until: Instant?
}
