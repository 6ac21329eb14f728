public import Diary
public import HTTP
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

/// A semaphore for tasks. Waiting tasks are resumed in the order in which they came.
final class AsyncSemaphore: Sendable {
  private struct Waiter {
    var number: UInt64
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int
    var count: UInt64 = 0
    var queue: [Waiter] = []
  }

  private let state: Mutex<State>

  init(width: Int) {
    state = Mutex(State(free: max(1, width)))
  }

  /// Waits until a slot is free, and takes it. `signal` releases it.
  func wait() async throws(CancellationError) {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let isAcquired = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          // Checked under the lock: an earlier cancellation is seen here, and for a later one, the
          // handler finds the waiter in the queue.
          if Task.isCancelled { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.queue.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.queue.firstIndex { $0.number == number }.map { state.queue.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
    guard isAcquired else { throw CancellationError() }
  }

  func signal() {
    let next: Waiter? = state.withLock { state in
      guard !state.queue.isEmpty else {
        state.free += 1
        return nil
      }
      return state.queue.removeFirst()
    }
    next?.continuation.resume(returning: true)
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

  public init(_ reason: Reason, length: Duration, until: Instant? = nil) {
    self.reason = reason
    self.length = length
    self.until = until
  }
}
