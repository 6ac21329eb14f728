import Glibc
import Synchronization

/// The children that end with this program and run now. They do not hear the Ctrl-C of the
/// terminal, since each is in a process group of its own: where this program hears it and goes on,
/// they are ended here.
enum BoundChildren {
  private struct State {
    var running: Set<pid_t> = []
    var isInterrupted = false
  }

  private static let state = Mutex(State())

  /// Notes a child that was started; one that comes too late is ended at once.
  static func add(_ identifier: pid_t) {
    state.withLock { state in
      state.running.insert(identifier)
      if state.isInterrupted { kill(-identifier, SIGKILL) }
    }
  }

  /// Forgets a child that has ended, before it is reaped: its number may be another's afterwards.
  static func remove(_ identifier: pid_t) {
    state.withLock { _ = $0.running.remove(identifier) }
  }

  /// Ends those that run, and those that are started before `resume`.
  static func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      for identifier in state.running { kill(-identifier, SIGKILL) }
    }
  }

  static func resume() { state.withLock { $0.isInterrupted = false } }
}
