import Glibc
import Synchronization

/// What happens to a child that is still running when its `ChildProcess` is released.
enum ReleaseAction {
  case killed
  /// Sends `SIGTERM`, and kills the child if it still runs after a second.
  case terminated
  case awaited
  case detached
}

/// A child process, which is always reaped.
struct ChildProcess: ~Copyable {
  let program: String
  let identifier: pid_t
  private let releaseAction: ReleaseAction
  /// The child also leads its own process group then.
  private let endsWithParent: Bool
  private var status: ChildStatus?

  /// The parent of this program may have set `SIGCHLD` to be ignored; the status of a child could
  /// not be read then.
  private static let canReap: Void = { signal(SIGCHLD, SIG_DFL) }()

  /// Starts `words[0]` without a shell. The child inherits only `streams`, and the signal handlers
  /// that this program has changed are reset.
  init(
    _ words: [String], in directory: String? = nil, environment: Environment,
    streams: StandardStreams,
    restoring signals: [Int32] = [], isInOwnSession: Bool = false, endsWithParent: Bool = false,
    whenReleased releaseAction: ReleaseAction = .killed
  ) throws(ChildError) {
    _ = ChildProcess.canReap
    let program = words.first ?? ""
    let path = try ProgramPath.find(program, environment: environment)
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw .failed(program: program, code: .invalid)
    }
    let plan = SpawnPlan(
      directory: directory, streams: streams, restoring: signals, isInOwnSession: isInOwnSession,
      endsWithParent: endsWithParent)
    let variables = environment.forChildren()
    var outcome = plan.start(path, words, variables)
    if outcome.code == ENOEXEC {
      // A script without a `#!` line; every shell runs such a file itself.
      outcome = plan.start("/bin/sh", ["sh", path] + words.dropFirst(), variables)
    }
    switch outcome.code {
    case 0: break
    // `EACCES` may also be about a folder that may not be entered.
    case EACCES where directory.map { access($0, X_OK) } ?? 0 == 0:
      throw .notExecutable(program: program)
    default: throw .failed(program: program, code: Errno(rawValue: outcome.code))
    }
    self.program = program
    identifier = outcome.identifier
    self.releaseAction = releaseAction
    self.endsWithParent = endsWithParent
    if endsWithParent { BoundChildren.add(identifier) }
  }

  deinit {
    // The number of a reaped child may already belong to another process.
    guard status == nil else { return }
    switch releaseAction {
    case .killed: send(SIGKILL)
    case .terminated:
      send(SIGTERM)
      if reap(until: .now + .seconds(1)) != nil { return }
      send(SIGKILL)
    case .awaited: break
    case .detached:
      // If this program ends first, init reaps the child.
      _ = Thread.detached { [identifier] in _ = ChildProcess.reap(identifier, options: 0) }
      return
    }
    _ = reap()
  }

  /// Signals the whole process group if the child leads one, which includes its own children.
  func send(_ signal: Int32) { kill(endsWithParent ? -identifier : identifier, signal) }

  /// Valid only until the child is reaped.
  func watch(_ limit: Duration?) -> StallDetector? {
    limit.map { StallDetector(on: identifier, limit: $0) }
  }

  /// Waits for the end without reaping the child, whose number stays its own.
  func waitForEnd() { _ = ChildProcess.hasEnded(identifier, options: 0) }

  mutating func wait() -> ChildStatus {
    if let status { return status }
    let ended = reap() ?? .exited(127)
    status = ended
    return ended
  }

  /// `nil` if the child is still running at `deadline`.
  mutating func wait(until deadline: ContinuousClock.Instant?) -> ChildStatus? {
    guard let deadline, status == nil else { return wait() }
    status = reap(until: deadline)
    return status
  }

  private func reap(until deadline: ContinuousClock.Instant) -> ChildStatus? {
    var delay: UInt32 = 100
    while true {
      if let status = reap(options: WNOHANG) { return status }
      guard ContinuousClock.now < deadline else { return nil }
      usleep(delay)
      delay = min(delay * 2, 10_000)
    }
  }

  private func reap(options: Int32 = 0) -> ChildStatus? {
    if endsWithParent {
      guard ChildProcess.hasEnded(identifier, options: options) else { return nil }
      BoundChildren.remove(identifier)
    }
    return ChildProcess.reap(identifier, options: options)
  }

  /// Whether the child has ended, without reaping it. A child that cannot be queried has ended.
  private static func hasEnded(_ identifier: pid_t, options: Int32) -> Bool {
    var info = siginfo_t()
    let code = retrying { waitid(P_PID, id_t(identifier), &info, options | WEXITED | WNOWAIT) }
    return code != 0 || info.si_signo == SIGCHLD
  }

  private static func reap(_ identifier: pid_t, options: Int32) -> ChildStatus? {
    var status: Int32 = 0
    let reaped = retrying { waitpid(identifier, &status, options) }
    if reaped == 0 { return nil }
    return reaped == identifier ? ChildStatus(waitStatus: status) : .exited(127)
  }
}

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
