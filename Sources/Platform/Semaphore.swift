import Glibc

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
