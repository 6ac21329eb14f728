import Glibc

extension Child {
  /// Runs a program to its end as `run` does, and lets other tasks of this thread go on meanwhile: a
  /// program may take as long as a person takes to type a password. A task that is cancelled ends
  /// the program.
  public static func awaited(
    _ words: [String], in directory: String? = nil, environment: Environment,
    outputLimit: Int = defaultOutputLimit, deadline: Duration
  ) async throws(ChildError) -> ChildResult {
    let program = words.first ?? ""
    let end = ContinuousClock.now + deadline
    let pipes = try ChildPipes(for: program)
    // The child is let go of first, so that it is dead when nobody is left to read its output.
    var child = try ChildProcess(
      words, in: directory, environment: environment,
      streams: StandardStreams(
        output: .descriptor(pipes.output.writing.number),
        error: .descriptor(pipes.errors.writing.number)))
    var childIO = pipes.childIO()
    var output: [UInt8] = []
    var isAtEnd = false
    while !isAtEnd {
      switch childIO.next(until: .now + pollInterval) {
      case .bytes(let bytes):
        guard bytes.count <= outputLimit - output.count else {
          throw .outputTooLong(program: program)
        }
        output += bytes
      case .end: isAtEnd = true
      case .timedOut: break
      case .failed(let code): throw .failed(program: program, code: code)
      }
      try await yieldToOtherTasks(until: end, program: program)
    }
    while true {
      if let status = child.wait(until: .now + pollInterval) {
        return ChildResult(status: status, output: output, errorOutput: childIO.errorOutput)
      }
      try await yieldToOtherTasks(until: end, program: program)
    }
  }

  /// How long other tasks wait for their turn.
  private static let pollInterval = Duration.milliseconds(10)

  private static func yieldToOtherTasks(
    until end: ContinuousClock.Instant, program: String
  ) async throws(ChildError) {
    await Task.yield()
    if Task.isCancelled { throw .failed(program: program, code: Errno(rawValue: EINTR)) }
    if ContinuousClock.now >= end { throw .timedOut(program: program) }
  }
}
