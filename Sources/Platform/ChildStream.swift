/// A child whose output is read while it is still running.
public struct ChildStream: ~Copyable {
  var child: ChildProcess
  var childIO: ChildIO
  private let silenceLimit: Duration?
  private let stallLimit: Duration?

  init(
    _ words: [String], in directory: String?, environment: Environment, input: [UInt8]? = nil,
    silenceLimit: Duration? = nil, stallLimit: Duration? = nil, endsWithParent: Bool = false,
    whenReleased releaseAction: ReleaseAction
  ) throws(ChildError) {
    let program = words.first ?? ""
    let pipes = try ChildPipes(for: program)
    let toChild = try Child.pipe(for: program)
    let streams = StandardStreams(
      input: input == nil ? .nothing : .descriptor(toChild.reading.number),
      output: .descriptor(pipes.output.writing.number),
      error: .descriptor(pipes.errors.writing.number))
    child = try ChildProcess(
      words, in: directory, environment: environment, streams: streams,
      endsWithParent: endsWithParent, whenReleased: releaseAction)
    childIO = ChildIO(pipes, input: toChild, sending: input ?? [])
    self.silenceLimit = silenceLimit
    self.stallLimit = stallLimit
  }

  /// Reads everything, up to `limit`, and waits for the end of the child.
  mutating func result(
    limit: Int, until end: ContinuousClock.Instant?
  ) throws(ChildError) -> ChildResult {
    let output = try childIO.finish(
      limit: limit, deadline: end, watching: child.watch(stallLimit), program: child.program)
    guard let status = child.wait(until: end) else { throw .timedOut(program: child.program) }
    return ChildResult(status: status, output: output, errorOutput: errorOutput)
  }

  private var deadline: ContinuousClock.Instant? { silenceLimit.map { .now + $0 } }

  /// The bytes that have arrived, or `nil` at the end of the output.
  public mutating func next() throws(ChildError) -> [UInt8]? {
    switch childIO.next(until: deadline, watching: child.watch(stallLimit)) {
    case .bytes(let bytes): return bytes
    case .end: return nil
    case .timedOut: throw .timedOut(program: child.program)
    case .failed(let code): throw .failed(program: child.program, code: code)
    }
  }

  /// What the child has written to standard error so far.
  public var errorOutput: [UInt8] { childIO.errorOutput }

  /// Waits for a child whose output has been read to its end, and returns its status.
  public mutating func wait() throws(ChildError) -> ChildStatus {
    guard let status = child.wait(until: deadline) else {
      throw .timedOut(program: child.program)
    }
    return status
  }
}

extension Child {
  /// Starts a program whose output is read piece by piece. `input` is sent while the output is
  /// read. The child is sent `SIGTERM` when the stream is released.
  ///
  /// - Parameter silenceLimit: How long a call of `next` waits for output. The whole output may
  ///   take longer, and the time between two calls does not count.
  /// - Parameter stallLimit: How long the child may neither write nor use the processor, as in
  ///   `run`.
  public static func stream(
    _ words: [String], in directory: String? = nil, environment: Environment,
    input: [UInt8]? = nil, silenceLimit: Duration? = nil, stallLimit: Duration? = nil,
    endsWithParent: Bool = false
  ) throws(ChildError) -> ChildStream {
    try ChildStream(
      words, in: directory, environment: environment, input: input, silenceLimit: silenceLimit,
      stallLimit: stallLimit, endsWithParent: endsWithParent, whenReleased: .terminated)
  }
}
