/// Other programs, run without a shell. Every one of them is reaped, and none sees a token.
///
/// A child that ends with this program cannot outlive it, whatever ends it. Such a child is no
/// program for the terminal: it is not in the group of processes that may read from it.
///
/// Who gives a child something to read ignores broken pipes first, by
/// `Signals.ignoreBrokenPipesAndFileLimits()`: a child may end before it has read all.
public enum Child {
  /// More than any answer that is asked for at once.
  public static let defaultOutputLimit = 64 << 20

  /// Runs a program to its end, and gives back what it wrote.
  ///
  /// - Parameter stallLimit: how long it may neither write nor work: one that waits for a FIFO, say,
  ///   is ended then, and has timed out.
  public static func run(
    _ words: [String], in directory: String? = nil, environment: Environment,
    input: [UInt8]? = nil, outputLimit: Int = defaultOutputLimit, deadline: Duration? = nil,
    stallLimit: Duration? = nil, endsWithParent: Bool = false
  ) throws(ChildError) -> ChildResult {
    let program = words.first ?? ""
    let moment = deadline.map { ContinuousClock.now + $0 }
    let pipes = try ChildPipes(for: program)
    let toChild = try Child.pipe(for: program)
    let streams = StandardStreams(
      input: input == nil ? .nothing : .descriptor(toChild.reading.number),
      output: .descriptor(pipes.output.writing.number),
      error: .descriptor(pipes.errors.writing.number))
    // The child is let go of first, so that it is dead when nobody is left to read its output.
    var child = try ChildProcess(
      words, in: directory, environment: environment, streams: streams,
      endsWithParent: endsWithParent)
    var childIO = pipes.childIO(input: toChild, sending: input ?? [])
    let output = try childIO.finish(
      limit: outputLimit, deadline: moment, watching: child.watch(stallLimit), program: program)
    guard let status = child.wait(until: moment) else { throw .timedOut(program: program) }
    return ChildResult(status: status, output: output, errorOutput: childIO.errorOutput)
  }

  /// Runs two programs, the output of the first being the input of the second, and gives back what
  /// the second wrote; the errors are those of both.
  public static func pipeline(
    _ first: [String], _ second: [String], in directory: String? = nil, environment: Environment,
    outputLimit: Int = defaultOutputLimit, deadline: Duration? = nil, endsWithParent: Bool = false
  ) throws(ChildError) -> (first: ChildStatus, second: ChildResult) {
    let program = second.first ?? ""
    let moment = deadline.map { ContinuousClock.now + $0 }
    let pipes = try ChildPipes(for: program)
    var children = try Child.connected(
      first, second, in: directory, environment: environment, pipes: pipes,
      endWithParent: endsWithParent)
    var childIO = pipes.childIO()
    let output = try childIO.finish(limit: outputLimit, deadline: moment, program: program)
    guard let status = children.second.wait(until: moment),
      let firstStatus = children.first.wait(until: moment)
    else { throw .timedOut(program: program) }
    let result = ChildResult(status: status, output: output, errorOutput: childIO.errorOutput)
    return (firstStatus, result)
  }

  /// The pipe between the two is closed here when both have it.
  private static func connected(
    _ first: [String], _ second: [String], in directory: String?, environment: Environment,
    pipes: borrowing ChildPipes, endWithParent: Bool
  ) throws(ChildError) -> ChildPair {
    let between = try pipe(for: first.first ?? "")
    let errors = StandardStream.descriptor(pipes.errors.writing.number)
    let source = try ChildProcess(
      first, in: directory, environment: environment,
      streams: StandardStreams(output: .descriptor(between.writing.number), error: errors),
      endsWithParent: endWithParent)
    let sink = try ChildProcess(
      second, in: directory, environment: environment,
      streams: StandardStreams(
        input: .descriptor(between.reading.number),
        output: .descriptor(pipes.output.writing.number), error: errors),
      endsWithParent: endWithParent)
    return ChildPair(first: source, second: sink)
  }

  static func pipe(for program: String) throws(ChildError) -> Pipe {
    guard let pipe = Descriptor.pipe() else {
      throw .failed(program: program, code: .current)
    }
    return pipe
  }
}

private struct ChildPair: ~Copyable {
  var first: ChildProcess
  var second: ChildProcess
}
