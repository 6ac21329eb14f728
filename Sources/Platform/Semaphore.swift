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
}
