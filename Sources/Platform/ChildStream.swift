/// A child whose output is read while it still writes. Whoever has read enough lets go of it: the
/// child is told to end.
public struct ChildStream: ~Copyable {
  private var child: Spawned
  private var exchange: Exchange

  fileprivate init(_ child: consuming Spawned, _ exchange: consuming Exchange) {
    self.child = child
    self.exchange = exchange
  }

  /// The bytes that have come, or `nil` at the end of the output.
  public mutating func next() -> [UInt8]? {
    guard case .bytes(let bytes) = exchange.next() else { return nil }
    return bytes
  }

  /// What it said on its standard error until now.
  public var errorOutput: [UInt8] { exchange.errorOutput }

  /// Waits for the end of a child whose output is read, and says how it ended.
  public mutating func wait() -> ChildStatus { child.wait() }
}

extension Child {
  /// Starts a program whose output is wanted piece by piece. What it is to read is sent while its
  /// output is read.
  public static func stream(
    _ words: [String], in directory: String? = nil, environment: Environment,
    input: [UInt8]? = nil
  ) throws(ChildError) -> ChildStream {
    let pipes = try ChildPipes(for: words.first ?? "")
    let toChild = try Child.pipe(for: words.first ?? "")
    let ends = StreamEnds(
      input: input == nil ? .nothing : .descriptor(toChild.reading.number),
      output: .descriptor(pipes.output.writing.number),
      error: .descriptor(pipes.errors.writing.number))
    let child = try Spawned(
      words, in: directory, environment: environment, ends: ends, whenAbandoned: .ended)
    return ChildStream(child, pipes.exchange(input: toChild, sending: input ?? []))
  }
}
