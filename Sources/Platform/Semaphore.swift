import Glibc

/// Counts what is there to be taken; whoever takes waits until there is something.
///
/// `@unchecked`: the C library's semaphores are made to be shared. This one is allocated, so that
/// it stays where it is.
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
