import Glibc

extension Child {
  /// Runs a program that talks with the person, such as an editor, and waits for it. Standard
  /// streams of ours that are no terminal are replaced by the terminal, if there is one: what is
  /// piped into or out of this program is not the editor's. Without one, it writes to our standard
  /// error.
  public static func onTerminal(
    _ words: [String], in directory: String? = nil, environment: Environment
  ) throws(ChildError) -> ChildStatus {
    let terminal = canOpenTerminal()
    var ends = StreamEnds(input: .inherited)
    if isatty(STDIN_FILENO) == 0, terminal { ends.input = .terminal }
    if isatty(STDOUT_FILENO) == 0 {
      ends.output = terminal ? .terminal : .descriptor(STDERR_FILENO)
    }
    let modes = TerminalModes()
    defer { modes?.restore() }
    let signals = KeyboardSignalsIgnored()
    var child = try Spawned(
      words, in: directory, environment: environment, ends: ends, restoring: signals.forChild)
    return child.wait()
  }

  private static func canOpenTerminal() -> Bool {
    (try? Descriptor(opening: "/dev/tty", O_RDWR | O_NOCTTY)) != nil
  }
}

/// How the terminal treats what is typed; an editor that dies leaves it as only editors like it.
private struct TerminalModes {
  private let modes: termios

  init?() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
    self.modes = modes
  }

  func restore() {
    var modes = modes
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }
}
