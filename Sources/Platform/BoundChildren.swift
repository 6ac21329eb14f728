import Glibc
import Synchronization

/// The children of one command among several that run in this program. `current` is the group of the
/// children that the current task starts.
public final class ChildGroup: Sendable {
  @TaskLocal public static var current: ChildGroup?

  fileprivate let interrupted = Atomic(false)

  public init() {}

  /// Kills the running children of the group, and those that it starts from now on.
  public func interrupt() { BoundChildren.interrupt(self) }

  fileprivate var isInterrupted: Bool { interrupted.load(ordering: .acquiring) }
}

/// The running children that end with this program. Each is in a process group of its own and so
/// does not receive the Ctrl-C of the terminal; `interrupt` kills them while this program handles
/// the signal.
enum BoundChildren {
  private struct State {
    /// The children, and the group that each belongs to.
    var running: [pid_t: ChildGroup?] = [:]
    var isInterrupted = false
  }

  private static let state = Mutex(State())

  /// Registers a child that was started, and kills it if `interrupt` was called before.
  static func add(_ identifier: pid_t) {
    state.withLock { state in
      let group = ChildGroup.current
      state.running[identifier] = .some(group)
      if state.isInterrupted || group?.isInterrupted == true { kill(-identifier, SIGKILL) }
    }
  }

  /// Removes a child that has ended. This must happen before it is reaped, because its number may
  /// then belong to another process.
  static func remove(_ identifier: pid_t) {
    state.withLock { _ = $0.running.removeValue(forKey: identifier) }
  }

  /// Kills the running children, and those that are started before `resume`.
  static func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      for identifier in state.running.keys { kill(-identifier, SIGKILL) }
    }
  }

  /// Kills the running children of a group.
  fileprivate static func interrupt(_ group: ChildGroup) {
    state.withLock { state in
      group.interrupted.store(true, ordering: .releasing)
      for (identifier, other) in state.running where other === group {
        kill(-identifier, SIGKILL)
      }
    }
  }

  static func resume() { state.withLock { $0.isInterrupted = false } }
}
