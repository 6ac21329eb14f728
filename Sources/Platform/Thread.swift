import Glibc

/// A system thread, for work that blocks: such work would exhaust the pool of Swift concurrency.
public struct Thread: Sendable {
  private let handle: pthread_t

  /// Starts a thread. The caller must `join` or `detach` it.
  ///
  /// - Parameter blocksSignals: Whether signals are delivered to other threads only.
  /// - Returns: `nil` if the system cannot start another thread; `errno` has the reason.
  public init?(blocksSignals: Bool = false, _ work: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    var previous = sigset_t()
    if blocksSignals {
      // A thread inherits the mask of the one that starts it.
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, &previous)
    }
    defer { if blocksSignals { pthread_sigmask(SIG_SETMASK, &previous, nil) } }
    var handle = pthread_t()
    let context = Unmanaged.passRetained(Work(run: work))
    let code = pthread_create(
      &handle, nil,
      { context in
        // Balances `passRetained` above.
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      errno = code
      return nil
    }
    self.handle = handle
  }

  /// Starts a detached thread; returns the error if the system cannot start one.
  public static func detached(_ work: @escaping @Sendable () -> Void) -> Errno? {
    guard let thread = Thread(work) else { return .current }
    thread.detach()
    return nil
  }

  public var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

  /// Waits for the thread to end. Call this only once, and not on the thread itself.
  public func join() { pthread_join(handle, nil) }

  /// Lets the thread run to its end without being joined.
  public func detach() { pthread_detach(handle) }

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}
