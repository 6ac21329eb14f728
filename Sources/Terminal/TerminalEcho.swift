import Glibc

/// Turns off the echo of typed characters while part of the screen is going to be redrawn. The
/// characters stay in the input buffer for the next reader.
public enum TerminalEcho {
  public static func stop() {
    TerminalGuard.begin(STDIN_FILENO, .init { $0.c_lflag &= ~tcflag_t(ECHO) })
  }

  public static func resume() { TerminalGuard.end() }
}
