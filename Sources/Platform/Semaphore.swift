import Glibc
import Synchronization

/// A counting semaphore.
///
/// It is `@unchecked Sendable` because the C library's semaphores are made to be shared. `sem_t` is
/// allocated because it must not move.
public final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  public init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  public func signal() { sem_post(semaphore) }

  public func wait() {
    while sem_wait(semaphore) != 0 {}
  }

  /// Returns after this time even if there was no signal.
  public func wait(atMost limit: Duration) {
    let (seconds, attoseconds) = limit.components
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while sem_timedwait(semaphore, &end) != 0, errno != ETIMEDOUT {}
  }
}

/// The end of some work, which a thread can wait for with a deadline.
///
/// It is `@unchecked Sendable` because the C library's locks are made to be shared. They are
/// allocated because they must not move.
final class Latch: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isSignaled = false

  init() {
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Deadlines do not depend on the date.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  func signal() {
    pthread_mutex_lock(lock)
    isSignaled = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(lock)
  }

  /// Waits for the signal, at most for `time`.
  func wait(atMost time: Duration) {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let (seconds, attoseconds) = max(time, .zero).components
    let nanoseconds = Int(deadline.tv_nsec) + Int(attoseconds / 1_000_000_000)
    deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(lock)
    while !isSignaled, pthread_cond_timedwait(condition, lock, &deadline) == 0 {}
    pthread_mutex_unlock(lock)
  }
}

/// An answer that one task awaits and that several threads or tasks may give. The first one counts.
public final class FirstAnswer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case given(Value)
  }

  private let state = Mutex(State.open)

  public init() {}

  public func give(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      if case .given = state { return nil }
      defer { state = .given(value) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: value)
  }

  /// Waits for the answer. Only one task may wait.
  public var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Value? in
          if case .given(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }
}

/// Blocks the calling thread for a while.
public enum Pause {
  public static func milliseconds(_ count: UInt32) {
    usleep(count * 1000)
  }
}
