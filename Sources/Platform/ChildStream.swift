/// A child whose output is read while it still writes. Whoever has read enough lets go of it: the
/// child is told to end.
public struct ChildStream: ~Copyable {
  private var child: ChildProcess
  private var childIO: ChildIO
  private let silenceLimit: Duration?
  private let stallLimit: Duration?

  fileprivate init(
    _ child: consuming ChildProcess, _ childIO: consuming ChildIO, silenceLimit: Duration?,
    stallLimit: Duration?
  ) {
    self.child = child
    self.childIO = childIO
    self.silenceLimit = silenceLimit
    self.stallLimit = stallLimit
  }

  private var deadline: ContinuousClock.Instant? { silenceLimit.map { .now + $0 } }

  /// The bytes that have come, or `nil` at the end of the output.
  public mutating func next() throws(ChildError) -> [UInt8]? {
    switch childIO.next(until: deadline, watching: child.watch(stallLimit)) {
    case .bytes(let bytes): return bytes
    case .end: return nil
    case .timedOut: throw .timedOut(program: child.program)
    case .failed(let code): throw .failed(program: child.program, code: code)
    }
  }

  /// What it said on its standard error until now.
  public var errorOutput: [UInt8] { childIO.errorOutput }

  /// Waits for the end of a child whose output is read, and says how it ended.
  public mutating func wait() throws(ChildError) -> ChildStatus {
    guard let status = child.wait(until: deadline) else {
      throw .timedOut(program: child.program)
    }
    return status
  }
}

extension Child {
  /// Starts a program whose output is wanted piece by piece. What it is to read is sent while its
  /// output is read.
  ///
  /// - Parameter silenceLimit: how long the child may be silent while somebody waits for it. All of its
  ///   output together may take longer, and a reader may let it wait.
  /// - Parameter stallLimit: how long it may neither write nor work, as of `run`.
  public static func stream(
    _ words: [String], in directory: String? = nil, environment: Environment,
    input: [UInt8]? = nil, silenceLimit: Duration? = nil, stallLimit: Duration? = nil,
    endsWithParent: Bool = false
  ) throws(ChildError) -> ChildStream {
    let pipes = try ChildPipes(for: words.first ?? "")
    let toChild = try Child.pipe(for: words.first ?? "")
    let streams = StandardStreams(
      input: input == nil ? .nothing : .descriptor(toChild.reading.number),
      output: .descriptor(pipes.output.writing.number),
      error: .descriptor(pipes.errors.writing.number))
    let child = try ChildProcess(
      words, in: directory, environment: environment, streams: streams,
      endsWithParent: endsWithParent,
      whenReleased: .terminated)
    return ChildStream(
      child, pipes.childIO(input: toChild, sending: input ?? []), silenceLimit: silenceLimit,
      stallLimit: stallLimit)
  }
}
