import Glibc

/// Where one of a child's standard streams leads.
enum StandardStream: Sendable {
  case inherited
  case nothing
  case descriptor(Int32)
  case terminal
}

/// A child's three standard streams.
struct StandardStreams: Sendable {
  var input = StandardStream.nothing
  var output = StandardStream.inherited
  var error = StandardStream.inherited
}

/// What becomes of a child that still runs when its owner lets go of it.
enum ReleaseAction {
  case killed
  /// It is asked to end, and killed only if it does not.
  case terminated
  case awaited
  case detached
}

/// A child process. None is left a zombie.
struct ChildProcess: ~Copyable {
  let program: String
  private let identifier: pid_t
  private let releaseAction: ReleaseAction
  /// It leads a process group of its own.
  private let endsWithParent: Bool
  private var status: ChildStatus?

  /// Whoever started this program may have left it to ignore the end of its children: then nobody
  /// could say how they ended.
  private static let canReap: Void = { signal(SIGCHLD, SIG_DFL) }()

  /// Starts `words[0]`, without a shell. It gets nothing that is open here but `streams`, and signals
  /// as they were before this program changed them.
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
      // A script without a first line that names its interpreter: every shell reads it itself.
      outcome = plan.start("/bin/sh", ["sh", path] + words.dropFirst(), variables)
    }
    switch outcome.code {
    case 0: break
    // The same answer is given for a folder that may not be entered.
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
    // The number of a child that was reaped may be another's by now.
    guard status == nil else { return }
    switch releaseAction {
    case .killed: send(SIGKILL)
    case .terminated:
      send(SIGTERM)
      if reap(until: .now + .seconds(1)) != nil { return }
      send(SIGKILL)
    case .awaited: break
    case .detached:
      // Where this program ends before it, somebody else reaps it.
      _ = Thread.detached { [identifier] in _ = ChildProcess.reap(identifier, options: 0) }
      return
    }
    _ = reap()
  }

  /// To all of its process group, where it leads one: what it has started itself ends with it.
  private func send(_ signal: Int32) { kill(endsWithParent ? -identifier : identifier, signal) }

  /// For as long as nobody has waited for its end.
  func watch(_ limit: Duration?) -> StallDetector? {
    limit.map { StallDetector(on: identifier, limit: $0) }
  }

  mutating func wait() -> ChildStatus {
    if let status { return status }
    let ended = reap() ?? .exited(127)
    status = ended
    return ended
  }

  /// `nil` where it still runs at `deadline`.
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

  /// Leaves a child that has ended to be reaped; one that cannot be looked at has ended.
  private static func hasEnded(_ identifier: pid_t, options: Int32) -> Bool {
    var news = siginfo_t()
    let code = retrying { waitid(P_PID, id_t(identifier), &news, options | WEXITED | WNOWAIT) }
    return code != 0 || news.si_signo == SIGCHLD
  }

  private static func reap(_ identifier: pid_t, options: Int32) -> ChildStatus? {
    var status: Int32 = 0
    let reaped = retrying { waitpid(identifier, &status, options) }
    if reaped == 0 { return nil }
    return reaped == identifier ? ChildStatus(waitStatus: status) : .exited(127)
  }
}
