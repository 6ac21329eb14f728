import Glibc

/// Keeps what is typed from being seen while something on the screen is about to be written over.
/// It is not lost: whoever reads next has it.
public enum TerminalEcho {
  public static func stop() {
    TerminalGuard.begin(STDIN_FILENO, .init { $0.c_lflag &= ~tcflag_t(ECHO) })
  }

  public static func resume() { TerminalGuard.end() }
}
