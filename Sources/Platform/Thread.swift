import Glibc

/// A thread of the system, for work that blocks: the pool of concurrent tasks has no room for it.
public struct Thread: Sendable {
  private let handle: pthread_t

  /// Starts a thread that somebody has to `join` or `detach`.
  ///
  /// - Parameter blocksSignals: Whether signals are delivered to other threads only.
  /// - Returns: `nil` where the system has no more threads; `errno` says why.
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
        // It was retained for this thread, which is given nothing else.
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

  /// Starts a thread that goes on by itself; returns why there is none.
  public static func detached(_ work: @escaping @Sendable () -> Void) -> Errno? {
    guard let thread = Thread(work) else { return .current }
    thread.detach()
    return nil
  }

  public var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

  /// Waits for its end; once, and not from the thread itself.
  public func join() { pthread_join(handle, nil) }

  /// Lets it go on by itself.
  public func detach() { pthread_detach(handle) }

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}
