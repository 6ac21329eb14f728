import Glibc

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
