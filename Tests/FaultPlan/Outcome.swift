import JSON
public import Platform

/// How a run of the program ended, and whether the tracer injected the fault.
public struct Outcome: Hashable, Sendable {
  public var status: ChildStatus
  public var output: [UInt8]
  public var errors: String
  /// Whether the fault occurred.
  public var isStruck: Bool

  public init(status: ChildStatus, output: [UInt8], errors: String, isStruck: Bool) {
    self.status = status
    self.output = output
    self.errors = errors
    self.isStruck = isStruck
  }

  /// Whether strace injected a fault, according to its log. The log marks calls whose result was
  /// replaced, and processes that were killed.
  public static func isStruck(log: String) -> Bool {
    log.contains("(INJECTED)") || log.contains("killed by SIGKILL")
  }
}

extension Outcome {
  /// The exit statuses that DESIGN §5 allows for a command with this fault.
  ///
  /// - Parameters:
  ///   - purged: The ids of notes and the days of entries whose purge was interrupted. The command
  ///     may complete it first, and then not find them.
  ///   - isEmpty: Whether the journal is an empty file, left by a first command that was killed.
  ///     There is nothing to repair in it, which is an error.
  public static func allowed(
    _ command: PlannedCommand, _ fault: Fault, isStruck: Bool, hasDamagedCopy: Bool = false,
    purged: [String] = [], isEmpty: Bool = false
  ) -> Set<ChildStatus> {
    var allowed: Set<ChildStatus> = [.exited(command.status)]
    switch fault {
    case .none, .writers: break
    case .reader:
      // Both commands need exclusive access to the journal at the end.
      if command.kind.isPurge || command.kind == .doctorRepair { allowed.insert(.exited(6)) }
      // This command completes purges.
      if command.kind == .doctor, !purged.isEmpty { allowed.insert(.exited(6)) }
    case .kill where isStruck:
      // If a child such as git was killed, the program need not end.
      allowed.formUnion([.signaled(9), .exited(1), .exited(6)])
    case .damage: allowed.formUnion([.exited(1), .exited(6)])
    default: if isStruck { allowed.formUnion([.exited(1), .exited(6)]) }
    }
    // A damaged copy cannot be purged, which is an error.
    if hasDamagedCopy, command.kind.isPurge { allowed.insert(.exited(6)) }
    if isEmpty, command.kind == .doctorRepair { allowed.insert(.exited(6)) }
    if purged.contains(where: command.words.contains) { allowed.insert(.exited(3)) }
    return allowed
  }

  /// Whether the change has happened.
  public var certainty: Attempt.Certainty {
    switch status {
    case .exited(0): .done
    // A usage error or a missing item changes nothing.
    case .exited(2), .exited(3): .refused
    // The program starts its output after the change is durable.
    default: output.isEmpty ? .possible : .done
    }
  }

  /// What is wrong with the output; `nil` if it follows DESIGN §5.
  public func complaint(_ command: PlannedCommand, _ fault: Fault) -> String? {
    guard case .exited(let code) = status else { return nil }
    if errors.contains("Fatal error") { return "the program trapped" }
    if code == 0 { return complaintAboutAnswer(command) }
    // If writing fails, writing the error message may fail too.
    if case .error(_, .write, _, _) = fault { return nil }
    if case .nothingWritten(.write, _) = fault { return nil }
    // `doctor` reports failed checks in its result. An editor's errors go through its terminal.
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
