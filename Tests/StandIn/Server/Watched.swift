import Glibc

/// A value that several threads change and that any of them can wait for.
///
/// A `Mutex` cannot be waited on, so this uses the mutex and the condition variable of POSIX.
///
/// The class is `@unchecked Sendable`: `value` is accessed only under the lock, and the addresses
/// of the lock and the condition variable do not change during its lifetime.
final class Watched<Value: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
    // With this clock, a change of the system time does not move a deadline.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  func read<Result>(_ look: (Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return look(value)
  }

  func change<Result>(_ change: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(lock)
    }
    return change(&value)
  }

  /// Waits until `condition` holds, and returns whether it did within `limit`.
  func wait(atMost limit: Duration, until condition: (Value) -> Bool) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let (seconds, attoseconds) = limit.components
    deadline.tv_nsec += Int(attoseconds / 1_000_000_000)
    deadline.tv_sec += Int(seconds) + deadline.tv_nsec / 1_000_000_000
    deadline.tv_nsec %= 1_000_000_000
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !condition(value) {
      if pthread_cond_timedwait(changed, lock, &deadline) != 0 { return condition(value) }
    }
    return true
  }
}
