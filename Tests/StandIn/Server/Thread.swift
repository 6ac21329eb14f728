import Glibc

/// A thread of the system's, for work that blocks.
struct Thread: Sendable {
  private let handle: pthread_t

  /// Starts one that somebody will `join`; `nil` where the system has no more.
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

  /// Starts one that nobody waits for.
  static func detach(_ run: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = Thread(run) else { return false }
    pthread_detach(thread.handle)
    return true
  }

  /// Waits for its end; once, and not from itself.
  func join() { pthread_join(handle, nil) }

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
