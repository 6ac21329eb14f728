import JSON
public import Platform

/// How a run of the program has ended, and what the tracer has to say of it.
public struct Outcome: Hashable, Sendable {
  public var status: ChildStatus
  public var output: [UInt8]
  public var errors: String
  /// Whether the fault has come about.
  public var isStruck: Bool

  public init(status: ChildStatus, output: [UInt8], errors: String, isStruck: Bool) {
    self.status = status
    self.output = output
    self.errors = errors
    self.isStruck = isStruck
  }

  /// Whether strace has injected something, by its log. It says so of a call whose result it has
  /// replaced, and shows who was killed.
  public static func isStruck(log: String) -> Bool {
    log.contains("(INJECTED)") || log.contains("killed by SIGKILL")
  }
}

extension Outcome {
  /// The exit statuses that DESIGN §5 allows a command that meets with a fault, or with none.
  public static func allowed(
    _ command: PlannedCommand, _ fault: Fault, isStruck: Bool, hasDamagedCopy: Bool = false
  ) -> Set<ChildStatus> {
    var allowed: Set<ChildStatus> = [.exited(command.status)]
    switch fault {
    case .none, .writers: break
    case .reader:
      // Both need the journal for themselves in the end.
      if command.kind.isPurge || command.kind == .doctorRepair { allowed.insert(.exited(6)) }
    case .kill where isStruck:
      // A child that was killed, git for one, need not be the end of the program.
      allowed.formUnion([.signalled(9), .exited(1), .exited(6)])
    case .damage: allowed.formUnion([.exited(1), .exited(6)])
    default: if isStruck { allowed.formUnion([.exited(1), .exited(6)]) }
    }
    // A copy that cannot be read cannot be purged, which is an error.
    if hasDamagedCopy, command.kind.isPurge { allowed.insert(.exited(6)) }
    return allowed
  }

  /// What of the change is certain.
  public var certainty: Attempt.Certainty {
    switch status {
    case .exited(0): .done
    // Nothing is done for who is refused: wrong use, or no such thing.
    case .exited(2), .exited(3): .refused
    // An answer is only begun when the change is durable, whatever comes afterwards.
    default: output.isEmpty ? .possible : .done
    }
  }

  /// What is wrong with the words of the answer; `nil` where it is as DESIGN §5 promises.
  public func complaint(_ command: PlannedCommand, _ fault: Fault) -> String? {
    guard case .exited(let code) = status else { return nil }
    if errors.contains("Fatal error") { return "the program trapped" }
    if code == 0 { return complaintAboutAnswer(command) }
    // Where writing fails, so may the writing of the error.
    if case .error(_, .write, _, _) = fault { return nil }
    if case .nothingWritten(.write, _) = fault { return nil }
    // Checks that fail are the answer of `doctor`; an editor's errors come through its terminal.
    guard command.kind != .doctor, command.kind != .notesEditor else { return nil }
    let lines = errors.split(separator: "\n")
    guard let last = lines.last else { return "no error is said" }
    if command.wantsJSON, (try? JSONParser.parse(Array(last.utf8)))?["error"] != nil { return nil }
    guard lines.count <= 2, lines[0].hasPrefix("commitdiary: ") else {
      return "the error is not of two lines at most"
    }
    return nil
  }

  private func complaintAboutAnswer(_ command: PlannedCommand) -> String? {
    if command.wantsJSON, (try? JSONParser.parse(output)) == nil { return "no JSON is answered" }
    let text = String(decoding: output, as: UTF8.self)
    if let missing = command.shows.first(where: { !text.contains($0) }) {
      return "the answer lacks “\(missing)”"
    }
    if let strange = command.hides.first(where: { text.contains($0) }) {
      return "the answer has “\(strange)”"
    }
    return nil
  }
}
