import Glibc

/// A system thread, for work that blocks.
struct Thread: Sendable {
  private let handle: pthread_t

  /// Starts a thread that must be joined; `nil` if the system has no more threads.
  private init?(_ work: Work) {
    var handle = pthread_t()
    let carried = Unmanaged.passRetained(work)
    let code = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, carried.toOpaque())
    guard code == 0 else {
      carried.release()
      return nil
    }
    self.handle = handle
  }

  init?(_ run: @escaping @Sendable () -> Void) { self.init(Work(run)) }

  /// Starts a detached thread.
  static func detach(_ run: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = Thread(run) else { return false }
    pthread_detach(thread.handle)
    return true
  }

  /// Waits for the end of the thread. It may be called once, from another thread.
  func join() { pthread_join(handle, nil) }

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
