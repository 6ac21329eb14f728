import Glibc
import Synchronization

extension Child {
  /// Runs a program that talks with the person, such as an editor, and waits for it. Standard
  /// streams of ours that are no terminal are replaced by the terminal, if there is one: what is
  /// piped into or out of this program is not the editor's. Without one, it writes to our standard
  /// error.
  ///
  /// Other work goes on meanwhile. Where the terminal goes away, this program stays as long as the
  /// child does, which may still save what it has.
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

/// A child that a thread of its own waits for.
private final class AwaitedChild: Sendable {
  private let child: Mutex<ChildProcess>

  init(_ child: consuming ChildProcess) { self.child = Mutex(child) }

  func status() async -> ChildStatus {
    await withCheckedContinuation { continuation in
      let failure = Thread.detached { continuation.resume(returning: self.wait()) }
      // Without a thread nothing else can go on, but the child is waited for all the same.
      if failure != nil { continuation.resume(returning: wait()) }
    }
  }

  private func wait() -> ChildStatus { child.withLock { $0.wait() } }
}

/// How the terminal treats what is typed, set again when its owner lets go of it: an editor that
/// dies leaves it as only editors like it.
private struct TerminalModes: ~Copyable {
  private let terminal: Descriptor
  private let modes: termios

  /// `nil` where there is no terminal, which is not asked of the standard streams: they may lead
  /// elsewhere, while the person still sits at one.
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
