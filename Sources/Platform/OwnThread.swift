import Glibc

/// A thread for work that waits, which the pool of threads has no room for.
public enum OwnThread {
  /// Starts it, and lets it go; or says why there is none.
  public static func start(_ work: @escaping @Sendable () -> Void) -> Errno? {
    let context = Unmanaged.passRetained(Work(run: work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        // It was retained for this thread, which is given nothing else.
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return Errno(rawValue: code)
    }
    pthread_detach(thread)
    return nil
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}
