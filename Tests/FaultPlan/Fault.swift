/// What is in the way of one command.
public enum Fault: Hashable, Sendable {
  case none
  case kill(Kill)
  /// The n-th call of this kind fails; every later one too where the error `lasts`.
  case error(SystemError, SystemCall, at: Int, lasts: Bool)
  /// The n-th call of this kind writes no byte and says so.
  case nothingWritten(SystemCall, at: Int)
  /// No file may grow beyond so many bytes: a write that crosses the limit writes a part.
  case fileSizeLimit(Int)
  /// Other processes that add notes and to-dos meanwhile, each one after the other.
  case writers([[Change]])
  /// A process that has a read transaction open until the command has ended.
  case reader
  /// The journal's file is damaged before the command, a repair; `first` is another repair before
  /// it, which is killed.
  case damage(Damage, first: Kill?)
}

/// SIGKILL as the program, or a child of it, makes its n-th call of this kind.
public struct Kill: Hashable, Sendable {
  public var call: SystemCall
  public var place: Int

  public init(_ call: SystemCall, at place: Int) {
    self.call = call
    self.place = place
  }
}

public enum SystemCall: String, CaseIterable, Hashable, Sendable {
  case write, pwrite64, fsync, fdatasync, ftruncate, rename, unlink, openat, fcntl, mmap
  case pread64, close, mkdir

  /// About as many as a command that adds a note makes, at the birth of a journal.
  var usualCount: Int {
    switch self {
    case .pwrite64, .fcntl: 70
    case .pread64, .close, .mmap: 40
    case .openat: 25
    case .fdatasync, .unlink: 6
    case .write, .fsync, .ftruncate, .mkdir: 4
    case .rename: 2
    }
  }

  static let failing: [SystemCall] = [
    .pwrite64, .pwrite64, .write, .fsync, .fdatasync, .ftruncate, .openat, .pread64,
  ]

  /// Those that a program also makes on files that are not below its home, its libraries for one:
  /// there an error would say nothing of the journal.
  var isMadeElsewhere: Bool { self == .openat || self == .pread64 }
}

public enum SystemError: String, CaseIterable, Hashable, Sendable {
  case noSpace = "ENOSPC"
  case inputOutput = "EIO"
}

extension Fault {
  /// The columns of the table at the end.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case none, kill
    case noSpace = "ENOSPC"
    case inputOutput = "EIO"
    case shortWrite = "short write"
    case writers, reader, damage
  }

  public var kind: Kind {
    switch self {
    case .none: .none
    case .kill: .kill
    case .error(.noSpace, _, _, _): .noSpace
    case .error(.inputOutput, _, _, _): .inputOutput
    case .nothingWritten, .fileSizeLimit: .shortWrite
    case .writers: .writers
    case .reader: .reader
    case .damage: .damage
    }
  }

  /// The words before the program that bring the fault about; none where that takes no tracer.
  ///
  /// - Parameters:
  ///   - files: those below the home that the program is known to open.
  ///   - log: where strace writes what it has done.
  public func tracer(files: [String], log: String) -> [String] {
    // `-D`: the program is the child that is started, and strace a grandchild, so that the exit
    // status and the deadline are those of the program.
    let strace = ["strace", "-D", "-f", "-qq", "-o", log]
    switch self {
    case .none, .writers, .reader, .damage: return []
    case .fileSizeLimit(let bytes): return ["prlimit", "--fsize=\(bytes)"]
    case .kill(let kill):
      // Without `--seccomp-bpf`, under which strace 6.1 does not send the signal.
      return strace + [
        "-e", "trace=\(kill.call.rawValue)", "-e",
        "inject=\(kill.call.rawValue):signal=KILL:when=\(kill.place)",
      ]
    case .error(let error, let call, let place, let lasts):
      let paths = call.isMadeElsewhere ? files.flatMap { ["-P", $0] } : []
      let when = "\(place)\(lasts ? "+" : "")"
      return strace + ["--seccomp-bpf"] + paths + [
        "-e", "trace=\(call.rawValue)", "-e",
        "inject=\(call.rawValue):error=\(error.rawValue):when=\(when)",
      ]
    case .nothingWritten(let call, let place):
      return strace + [
        "--seccomp-bpf", "-e", "trace=\(call.rawValue)", "-e",
        "inject=\(call.rawValue):retval=0:when=\(place)",
      ]
    }
  }
}

extension Fault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .none: "no fault"
    case .kill(let kill): "killed at \(kill.call.rawValue) \(kill.place)"
    case .error(let error, let call, let place, let lasts):
      "\(error.rawValue) at \(call.rawValue) \(place)\(lasts ? " and later" : "")"
    case .nothingWritten(let call, let place): "nothing written at \(call.rawValue) \(place)"
    case .fileSizeLimit(let bytes): "no file beyond \(bytes) bytes"
    case .writers(let changes): "\(changes.count) writers, \(changes.joined().count) changes"
    case .reader: "a reader holds a snapshot"
    case .damage(let damage, nil): "\(damage)"
    case .damage(let damage, let first?): "\(damage), and a first repair \(Fault.kill(first))"
    }
  }
}
