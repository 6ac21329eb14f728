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
    let program = words.first ?? ""
    let moment = deadline.map { ContinuousClock.now + $0 }
    let pipes = try ChildPipes(for: program)
    let toChild = try Child.pipe(for: program)
    let streams = StandardStreams(
      input: input == nil ? .nothing : .descriptor(toChild.reading.number),
      output: .descriptor(pipes.output.writing.number),
      error: .descriptor(pipes.errors.writing.number))
    // If reading its output fails, `child` is released, which kills it.
    var child = try ChildProcess(
      words, in: directory, environment: environment, streams: streams,
      endsWithParent: endsWithParent)
    var childIO = pipes.childIO(input: toChild, sending: input ?? [])
    let output = try childIO.finish(
      limit: outputLimit, deadline: moment, watching: child.watch(stallLimit), program: program)
    guard let status = child.wait(until: moment) else { throw .timedOut(program: program) }
    return ChildResult(status: status, output: output, errorOutput: childIO.errorOutput)
  }

  /// Runs two programs, connecting the output of the first to the input of the second, and returns
  /// the output of the second with the error output of both.
  ///
  /// - Parameter input: what is sent to the first program.
  public static func pipeline(
    _ first: [String], _ second: [String], in directory: String? = nil, environment: Environment,
    input: [UInt8]? = nil, outputLimit: Int = defaultOutputLimit, deadline: Duration? = nil,
    endsWithParent: Bool = false
  ) throws(ChildError) -> (first: ChildStatus, second: ChildResult) {
    let program = second.first ?? ""
    let moment = deadline.map { ContinuousClock.now + $0 }
    let pipes = try ChildPipes(for: program)
    let toFirst = try pipe(for: first.first ?? "")
    var children = try Child.connected(
      first, second, in: directory, environment: environment,
      input: input == nil ? .nothing : .descriptor(toFirst.reading.number), pipes: pipes,
      endWithParent: endsWithParent)
    var childIO = pipes.childIO(input: toFirst, sending: input ?? [])
    let output = try childIO.finish(limit: outputLimit, deadline: moment, program: program)
    guard let status = children.second.wait(until: moment),
      let firstStatus = children.first.wait(until: moment)
    else { throw .timedOut(program: program) }
    let result = ChildResult(status: status, output: output, errorOutput: childIO.errorOutput)
    return (firstStatus, result)
  }

  /// Closes this program's ends of the pipe between the two once both have inherited it.
  private static func connected(
    _ first: [String], _ second: [String], in directory: String?, environment: Environment,
    input: StandardStream, pipes: borrowing ChildPipes, endWithParent: Bool
  ) throws(ChildError) -> ChildPair {
    let between = try pipe(for: first.first ?? "")
    let errors = StandardStream.descriptor(pipes.errors.writing.number)
    let source = try ChildProcess(
      first, in: directory, environment: environment,
      streams: StandardStreams(
        input: input, output: .descriptor(between.writing.number), error: errors),
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
