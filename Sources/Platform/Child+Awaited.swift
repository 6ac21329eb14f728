import Glibc

extension Child {
  /// Runs a program to its end as `run` does, while other tasks of this thread continue: a program
  /// may take as long as the user needs to type a password. If the task is canceled, the program is
  /// killed.
  public static func awaited(
    _ words: [String], in directory: String? = nil, environment: Environment,
    outputLimit: Int = defaultOutputLimit, deadline: Duration
  ) async throws(ChildError) -> ChildResult {
    let program = words.first ?? ""
    let end = ContinuousClock.now + deadline
    let pipes = try ChildPipes(for: program)
    // If reading its output fails, `child` is released, which kills it.
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
