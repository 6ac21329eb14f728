/// A fault during one command.
public enum Fault: Hashable, Sendable {
  case none
  case kill(Kill)
  /// The n-th call of this kind fails. If `lasts` is true, every later one fails too.
  case error(SystemError, SystemCall, at: Int, lasts: Bool)
  /// The n-th call of this kind writes no bytes and returns 0.
  case nothingWritten(SystemCall, at: Int)
  /// No file may grow beyond this size. A write that crosses the limit is shortened.
  case fileSizeLimit(Int)
  /// Other processes add notes and to-dos or purge notes at the same time, each with one command
  /// after another.
  case writers([[Change]])
  /// A process keeps a read transaction open until the command has ended.
  case reader
  /// The journal file is damaged before the command, which is a repair. `first` is an earlier
  /// repair that is killed.
  case damage(Damage, first: Kill?)
}

/// SIGKILL when the program, or a child of it, makes its n-th call of this kind.
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

  /// The approximate number of calls by a command that adds the first note.
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

  /// Whether the program also makes such calls on other files, such as its libraries. An error
  /// there would not concern the journal.
  var isMadeElsewhere: Bool { self == .openat || self == .pread64 }
}

public enum SystemError: String, CaseIterable, Hashable, Sendable {
  case noSpace = "ENOSPC"
  case inputOutput = "EIO"
}

extension Fault {
  /// The columns of the final table.
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

  /// The command prefix that causes the fault; empty if no tracer is needed.
  ///
  /// - Parameters:
  ///   - files: the files in the home directory that the program is expected to open.
  ///   - log: the file in which strace records what it has done.
  public func tracer(files: [String], log: String) -> [String] {
    // With `-D` the program is the direct child and strace a grandchild. The exit status and the
    // timeout are then those of the program.
    let strace = ["strace", "-D", "-f", "-qq", "-o", log]
    switch self {
    case .none, .writers, .reader, .damage: return []
    case .fileSizeLimit(let bytes): return ["prlimit", "--fsize=\(bytes)"]
    case .kill(let kill):
      // Without `--seccomp-bpf`, because strace 6.1 does not send the signal with it.
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
