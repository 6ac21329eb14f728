/// Why nobody could be asked.
public enum TerminalError: Error, Hashable, Sendable {
  /// There is no terminal, or only one that cannot move its cursor: an option has to say instead.
  case noTerminal
  /// The terminal went away, or refused.
  case failed(errno: Int32)
  /// What was typed is not UTF-8.
  case notUTF8
}
