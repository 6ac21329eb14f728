/// The reason why the user could not be asked, or why the answer could not be read.
public enum TerminalError: Error, Hashable, Sendable {
  /// There is no terminal, or it cannot move its cursor: the user has to pass an option instead.
  case noTerminal
  /// The terminal was closed, or a system call failed.
  case failed(errno: Int32)
  /// A signal asks the program to end.
  case interrupted
  /// The input is not UTF-8.
  case notUTF8
}
