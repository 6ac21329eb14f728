import Glibc
import Synchronization

/// The running children that end with this program. Each is in a process group of its own and so
/// does not receive the Ctrl-C of the terminal; `interrupt` kills them while this program handles
/// the signal.
enum BoundChildren {
  private struct State {
    var running: Set<pid_t> = []
    var isInterrupted = false
  }

  private static let state = Mutex(State())

  /// Registers a child that was started, and kills it if `interrupt` was called before.
  static func add(_ identifier: pid_t) {
    state.withLock { state in
      state.running.insert(identifier)
      if state.isInterrupted { kill(-identifier, SIGKILL) }
    }
  }

  /// Removes a child that has ended. This must happen before it is reaped, because its number may
  /// then belong to another process.
  static func remove(_ identifier: pid_t) {
    state.withLock { _ = $0.running.remove(identifier) }
  }

  /// Kills the running children, and those that are started before `resume`.
  static func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      for identifier in state.running { kill(-identifier, SIGKILL) }
    }
  }

  static func resume() { state.withLock { $0.isInterrupted = false } }
}
