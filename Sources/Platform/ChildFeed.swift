/// A child that shows on the screen what it is fed with: a pager. Until it ends, Ctrl-C is its
/// affair.
public struct ChildFeed: ~Copyable {
  // Let go of in this order: a pager that is left alone ends at the end of its input, and to kill
  // it would leave the terminal as it had set it.
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

  /// Writes all of it; `closed` where the reader has left.
  @discardableResult
  public mutating func write(_ bytes: [UInt8]) -> WriteOutcome {
    guard let number = input?.number else { return .closed }
    let outcome = Output.write(bytes, to: number)
    if outcome != .done { input = nil }
    return outcome
  }

  @discardableResult
  public mutating func write(_ text: String) -> WriteOutcome { write(Array(text.utf8)) }

  /// Ends the input, and waits until the reader has read.
  @discardableResult
  public mutating func finish() -> ChildStatus {
    input = nil
    return child.wait()
  }
}

extension Child {
  /// Starts a program that reads from us and has the screen for itself.
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
