import Glibc

/// Runs other programs without a shell. Every child is reaped, and tokens are removed from its
/// environment.
///
/// A child started with `endsWithParent` never outlives this program, however this program ends.
/// Such a child cannot be interactive: it is not in the foreground process group of the terminal.
///
/// Call `Signals.ignoreBrokenPipesAndFileLimits()` before sending input to a child, because the
/// child may end before it has read everything.
public enum Child {
  /// More than any reply that is requested at once.
  public static let defaultOutputLimit = 64 << 20

  /// Runs a program to its end and returns its output.
  ///
  /// - Parameter stallLimit: How long the child may neither write nor use the processor. A child
  ///   that waits longer, for example for a FIFO, is killed and counts as timed out.
  public static func run(
    _ words: [String], in directory: String? = nil, environment: Environment,
    input: [UInt8]? = nil, outputLimit: Int = defaultOutputLimit, deadline: Duration? = nil,
    stallLimit: Duration? = nil, endsWithParent: Bool = false
  ) throws(ChildError) -> ChildResult {
    let end = deadline.map { ContinuousClock.now + $0 }
    var stream = try ChildStream(
      words, in: directory, environment: environment, input: input, stallLimit: stallLimit,
      endsWithParent: endsWithParent, whenReleased: .killed)
    return try stream.result(limit: outputLimit, until: end)
  }

  /// Runs two programs, connecting the output of the first to the input of the second, and returns
  /// the output of the second with the error output of both.
  ///
  /// - Parameter input: what is sent to the first program.
  public static func pipeline(
    _ first: [String], _ second: [String], in directory: String? = nil, environment: Environment,
    input: [UInt8]? = nil, deadline: Duration? = nil, endsWithParent: Bool = false
  ) throws(ChildError) -> (first: ChildStatus, second: ChildResult) {
    let program = second.first ?? ""
    let moment = deadline.map { ContinuousClock.now + $0 }
    let pipes = try ChildPipes(for: program)
    let toFirst = try pipe(for: first.first ?? "")
    let between = try pipe(for: first.first ?? "")
    let errors = StandardStream.descriptor(pipes.errors.writing.number)
    var source = try ChildProcess(
      first, in: directory, environment: environment,
      streams: StandardStreams(
        input: input == nil ? .nothing : .descriptor(toFirst.reading.number),
        output: .descriptor(between.writing.number), error: errors),
      endsWithParent: endsWithParent)
    var sink = try ChildProcess(
      second, in: directory, environment: environment,
      streams: StandardStreams(
        input: .descriptor(between.reading.number),
        output: .descriptor(pipes.output.writing.number), error: errors),
      endsWithParent: endsWithParent)
    // Both have inherited it.
    _ = consume between
    var childIO = ChildIO(pipes, input: toFirst, sending: input ?? [])
    let output = try childIO.finish(limit: defaultOutputLimit, deadline: moment, program: program)
    guard let status = sink.wait(until: moment), let firstStatus = source.wait(until: moment) else {
      throw .timedOut(program: program)
    }
    let result = ChildResult(status: status, output: output, errorOutput: childIO.errorOutput)
    return (firstStatus, result)
  }

  static func pipe(for program: String) throws(ChildError) -> Pipe {
    guard let pipe = Descriptor.pipe() else {
      throw .failed(program: program, code: .current)
    }
    return pipe
  }
}

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
    var stream = try ChildStream(
      words, in: directory, environment: environment, whenReleased: .killed)
    var output: [UInt8] = []
    var isAtEnd = false
    while true {
      if isAtEnd {
        if let status = stream.child.wait(until: .now + pollInterval) {
          return ChildResult(status: status, output: output, errorOutput: stream.errorOutput)
        }
      } else {
        switch stream.childIO.next(until: .now + pollInterval) {
        case .bytes(let bytes): try output.append(bytes, limit: outputLimit, of: program)
        case .end: isAtEnd = true
        case .timedOut: break
        case .failed(let code): throw .failed(program: program, code: code)
        }
      }
      await Task.yield()
      if Task.isCancelled { throw .failed(program: program, code: Errno(rawValue: EINTR)) }
      if ContinuousClock.now >= end { throw .timedOut(program: program) }
    }
  }

  /// How long other tasks wait for their turn.
  fileprivate static let pollInterval = Duration.milliseconds(10)
}

extension Child {
  /// Starts a program that is independent of this one: its output is discarded, Ctrl-C in this
  /// terminal does not reach it, and it may outlive both. It is never killed.
  ///
  /// A program that fails usually ends soon, and so do most programs that only pass a request on.
  ///
  /// - Returns: The status, or `nil` if the program still runs after `timeout`.
  public static func detached(
    _ words: [String], environment: Environment, timeout: Duration
  ) async throws(ChildError) -> ChildStatus? {
    let child = try ChildProcess(
      words, environment: environment, streams: StandardStreams(output: .nothing, error: .nothing),
      isInOwnSession: true, whenReleased: .detached)
    return await child.ending(within: timeout)
  }

  /// Sends a short input to a program that may leave a process in the background, as clipboard
  /// programs do; this function does not wait for the end of the output.
  ///
  /// - Parameter input: At most as many bytes as a pipe holds.
  /// - Returns: The status, or `nil` if the program did not end within `timeout` and was killed.
  public static func send(
    _ input: [UInt8], to words: [String], environment: Environment, timeout: Duration
  ) async throws(ChildError) -> ChildStatus? {
    precondition(input.count <= Int(PIPE_BUF), "what does not fit would have to be waited for")
    let pipe = try pipe(for: words.first ?? "")
    let child = try ChildProcess(
      words, environment: environment,
      streams: StandardStreams(
        input: .descriptor(pipe.reading.number), output: .nothing, error: .nothing),
      isInOwnSession: true)
    // If the write fails because the child has ended, its status says why.
    _ = DescriptorOutput.write(input, to: pipe.writing.number)
    _ = consume pipe
    return await child.ending(within: timeout)
  }
}

extension ChildProcess {
  /// Polls until the child has ended or `timeout` is over; a canceled task does not wait.
  fileprivate consuming func ending(within timeout: Duration) async -> ChildStatus? {
    var child = self
    let end = ContinuousClock.now + timeout
    while true {
      if let status = child.wait(until: .now) { return status }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: Child.pollInterval)) != nil
      else {
        return nil
      }
    }
  }
}

/// Why a child process could not be run. A nonzero exit status is not an error of this type.
public enum ChildError: Error, Hashable {
  /// No such program exists, neither at that path nor on `PATH`.
  case notFound(program: String)
  /// The file exists but is not executable.
  case notExecutable(program: String)
  case failed(program: String, code: Errno)
  /// The child took too long and was killed.
  case timedOut(program: String)
  /// The child wrote more than the limit and was killed.
  case outputTooLong(program: String)
}

/// How a child process ended.
public enum ChildStatus: Hashable, Sendable {
  case exited(Int32)
  case signaled(Int32)

  public var isSuccess: Bool { self == .exited(0) }

  /// Decodes the status of `waitpid`, whose macros Swift does not import.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signaled(signal)
  }
}

/// The status and the output of a child process that has ended.
public struct ChildResult: Hashable, Sendable {
  public var status: ChildStatus
  public var output: [UInt8]
  /// At most the first 64 KiB.
  public var errorOutput: [UInt8]

  /// The output as text, with invalid UTF-8 replaced.
  public var text: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}
