/// A child process, such as a pager, that shows what this program writes to it. Until it ends,
/// Ctrl-C reaches only the child.
public struct ChildFeed: ~Copyable {
  // The properties are released in this order, so that a pager sees the end of its input and exits.
  // Killing it would leave the terminal in the mode that it has set.
  private var input: Descriptor?
  private var child: ChildProcess
  private let signals: TerminalSignalsIgnored

  fileprivate init(
    _ child: consuming ChildProcess, input: consuming Descriptor,
    signals: consuming TerminalSignalsIgnored
  ) {
    self.child = child
    self.input = consume input
    self.signals = signals
  }

  /// Writes all bytes; returns `closed` if the child has stopped reading.
  @discardableResult
  public mutating func write(_ bytes: [UInt8]) -> WriteOutcome {
    guard let number = input?.number else { return .closed }
    let outcome = DescriptorOutput.write(bytes, to: number)
    if outcome != .done { input = nil }
    return outcome
  }

  @discardableResult
  public mutating func write(_ text: String) -> WriteOutcome { write(Array(text.utf8)) }

  /// Ends the input and waits for the child.
  @discardableResult
  public mutating func finish() -> ChildStatus {
    input = nil
    return child.wait()
  }
}

extension Child {
  /// Starts a program that reads what this program writes and has the screen to itself.
  public static func feeding(
    _ words: [String], environment: Environment
  ) throws(ChildError) -> ChildFeed {
    let pipe = try pipe(for: words.first ?? "")
    let signals = TerminalSignalsIgnored(TerminalSignalsIgnored.keyboard)
    let child = try ChildProcess(
      words, environment: environment,
      streams: StandardStreams(input: .descriptor(pipe.reading.number)),
      restoring: signals.forChild,
      whenReleased: .awaited)
    return ChildFeed(child, input: pipe.takeWriting(), signals: signals)
  }
}
