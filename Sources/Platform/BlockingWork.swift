import Synchronization

/// Work on a thread of its own, which can be abandoned: a file system that does not respond blocks
/// a thread forever.
///
/// The work reports its results through `update` as it goes, so that they can be used before it
/// ends, and after it was abandoned.
public final class BlockingWork<State: Sendable>: Sendable {
  private struct Shared {
    var state: State
    /// What the work is doing that may block, and since when.
    var current: (name: String, start: ContinuousClock.Instant, limit: Duration)?
    var isDone = false
    var isStopped = false
  }

  private let shared: Mutex<Shared>
  private let end = Latch()

  /// Starts the work. Without another thread, the work is done at once, on this one.
  public init(_ state: State, _ work: @escaping @Sendable (BlockingWork) -> Void) {
    shared = Mutex(Shared(state: state))
    let run: @Sendable () -> Void = {
      work(self)
      self.shared.withLock { $0.isDone = true }
      self.end.signal()
    }
    if Thread.detached(run) != nil { run() }
  }

  // MARK: For the work

  public func update(_ change: (inout State) -> Void) {
    shared.withLock { change(&$0.state) }
  }

  /// Announces a step that may block. It ends when the next one begins.
  ///
  /// - Parameter limit: how long the step may take before it counts as blocked.
  public func begin(_ name: String, limit: Duration) {
    shared.withLock { $0.current = (name, .now, limit) }
  }

  /// Announces that the current step goes on, and how long it may take from now.
  public func extend(to limit: Duration) {
    shared.withLock { shared in
      shared.current = shared.current.map { ($0.name, .now, limit) }
    }
  }

  /// Whether the work should end early.
  public var isStopped: Bool { shared.withLock { $0.isStopped } }

  // MARK: For its owner

  public var state: State { shared.withLock { $0.state } }

  public enum Progress: Hashable, Sendable {
    case done
    case working
    /// The named step takes longer than its limit.
    case blocked(String)
  }

  /// Waits until the work is done, but at most for `time`.
  public func wait(atMost time: Duration) -> Progress {
    end.wait(atMost: time)
    return shared.withLock { shared in
      if shared.isDone { return .done }
      guard let current = shared.current, current.start.duration(to: .now) > current.limit else {
        return .working
      }
      return .blocked(current.name)
    }
  }

  /// Asks the work to end. Work that is blocked does not respond.
  public func stop() { shared.withLock { $0.isStopped = true } }
}
