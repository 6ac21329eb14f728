import Glibc
import Synchronization

extension Child {
  /// Runs an interactive program, such as an editor, and waits for it. Standard input and output of
  /// this program that are not a terminal are replaced by the terminal, so that the editor does not
  /// use the pipes of this program. Without a terminal, the output goes to standard error.
  ///
  /// Other tasks continue meanwhile. If the terminal is closed, this program waits for the child,
  /// which may still save its work. If the task is canceled, the child is asked to end.
  public static func onTerminal(
    _ words: [String], in directory: String? = nil, environment: Environment
  ) async throws(ChildError) -> ChildStatus {
    let terminal = TerminalModes()
    var streams = StandardStreams(input: .inherited)
    if isatty(STDIN_FILENO) == 0, terminal != nil { streams.input = .terminal }
    if isatty(STDOUT_FILENO) == 0 {
      streams.output = terminal == nil ? .descriptor(STDERR_FILENO) : .terminal
    }
    let signals = TerminalSignalsIgnored(TerminalSignalsIgnored.all)
    let child = AwaitedChild(
      try ChildProcess(
        words, in: directory, environment: environment, streams: streams,
        restoring: signals.forChild))
    let status = await child.status()
    _ = consume terminal
    _ = consume signals
    return status
  }
}

/// A child that is waited for on a separate thread.
private final class AwaitedChild: Sendable {
  private let child: Mutex<ChildProcess>
  /// The number of the child until it has ended; another process may have it later.
  private let identifier: Mutex<pid_t?>

  init(_ child: consuming ChildProcess) {
    identifier = Mutex(child.identifier)
    self.child = Mutex(child)
  }

  func status() async -> ChildStatus {
    await withTaskCancellationHandler {
      // If no thread can be started, other tasks block until the child ends.
      await Thread.result { self.wait() }
    } onCancel: {
      identifier.withLock { if let number = $0 { _ = kill(number, SIGTERM) } }
    }
  }

  private func wait() -> ChildStatus {
    child.withLock { child in
      child.waitForEnd()
      identifier.withLock { $0 = nil }
      return child.wait()
    }
  }
}

/// The settings of the terminal, restored when this value is released: an editor that crashes
/// leaves the terminal in its own mode.
private struct TerminalModes: ~Copyable {
  private let terminal: Descriptor
  private let modes: termios

  /// `nil` if there is no terminal. Opens `/dev/tty`, because the standard streams may be
  /// redirected while the user still has a terminal.
  init?() {
    guard let terminal = try? Descriptor(opening: "/dev/tty", O_RDWR | O_NOCTTY) else {
      return nil
    }
    var modes = termios()
    guard tcgetattr(terminal.number, &modes) == 0 else { return nil }
    self.terminal = terminal
    self.modes = modes
  }

  deinit {
    var modes = modes
    tcsetattr(terminal.number, TCSADRAIN, &modes)
  }
}

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
