import FaultPlan
import Platform

/// Runs a command under a fault.
struct Runner {
  let home: Home

  /// Longer than any command takes, even on a slow machine.
  static let timeout = Duration.seconds(20)

  func run(_ command: PlannedCommand, _ fault: Fault) throws -> Outcome {
    try File.remove(home.traceLog)
    let tracer = fault.tracer(files: home.traced, log: home.traceLog)
    let result = try child(
      onTerminal(tracer + [home.program] + command.words, where: command.draft != nil),
      input: command.input.map { Array($0.utf8) }, in: command.folder)
    let status = Self.status(of: result, behindShell: command.draft != nil)
    let log = (try? File.read(home.traceLog)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let isStruck =
      switch fault {
      case .none: false
      case .fileSizeLimit: status != .exited(command.status)
      case .writers, .reader, .damage: true
      default: Outcome.isStruck(log: log)
      }
    return Outcome(
      status: status, output: result.output, errors: result.errorText, isStruck: isStruck)
  }

  private func child(
    _ words: [String], input: [UInt8]?, in folder: String?
  ) throws -> ChildResult {
    do {
      return try Child.run(
        words, in: folder.map { "\(home.path)/\($0)" } ?? home.path,
        environment: home.environment, input: input, deadline: Self.timeout)
    } catch {
      guard case .timedOut = error else { throw error }
      throw RoundFailure(["it has not ended within \(Self.timeout)"])
    }
  }

  /// Runs a command on a terminal, because the program starts an editor only there.
  private func onTerminal(_ words: [String], where isNeeded: Bool) -> [String] {
    isNeeded
      ? ["script", "-qec", words.map(Self.quoted).joined(separator: " "), "/dev/null"] : words
  }

  /// A shell reports a signal that ended its child with a status above 128.
  private static func status(of result: ChildResult, behindShell: Bool) -> ChildStatus {
    guard behindShell, case .exited(let code) = result.status, code > 128 else {
      return result.status
    }
    return .signaled(code - 128)
  }

  static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

/// Processes that write to the journal at the same time.
struct Writers: ~Copyable {
  private let changes: [[Change]]
  private var streams: [WriterStream] = []

  init(_ changes: [[Change]], in home: Home) throws {
    self.changes = changes
    for list in changes {
      let lines = list.map { change in
        let words = ["timeout", "-s", "KILL", "20", home.program] + Writers.words(change)
        return words.map(Runner.quoted).joined(separator: " ")
          + " >/dev/null 2>>'\(home.writerErrors)'; echo $?"
      }
      streams.append(
        WriterStream(
          try Child.stream(
            ["sh", "-c", lines.joined(separator: "\n")], in: home.path,
            environment: home.environment)))
    }
  }

  private static func words(_ change: Change) -> [String] {
    switch change {
    case .addNote(let text): CommandChoice.adding(text) + ["--quiet"]
    case .purgeNotes(let ids): ["notes", "delete", "--purge", "--yes", "--quiet"] + ids
    case .addToDos(let texts, let day): ["todo", "add", "--each", "--day", day, "--quiet"] + texts
    default: preconditionFailure("not a change of writers: \(change)")
    }
  }

  /// Waits until all processes have ended.
  ///
  /// - Returns: each change, and the exit status of its command.
  mutating func finish() -> [(change: Change, status: Int32)] {
    zip(changes, streams).flatMap { changes, stream in
      let statuses = stream.finish().split(separator: "\n").map { Int32($0) ?? -1 }
      // A command that was never run is reported like one that was killed.
      return changes.enumerated().map { ($1, $0 < statuses.count ? statuses[$0] : 137) }
    }
  }
}

/// A class, because arrays cannot contain noncopyable values.
private final class WriterStream {
  private var stream: ChildStream

  init(_ stream: consuming ChildStream) { self.stream = stream }

  func finish() -> String {
    var bytes: [UInt8] = []
    // If the stream fails, it has ended. The bytes read so far are used.
    while let more = try? stream.next() { bytes += more }
    _ = try? stream.wait()
    return String(decoding: bytes, as: UTF8.self)
  }
}
