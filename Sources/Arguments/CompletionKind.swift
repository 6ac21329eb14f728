/// What the shell may offer for a value.
public enum CompletionKind: Hashable, Sendable {
  case nothing
  /// The choices that the value itself knows.
  case choices
  /// The shell knows these better than any program.
  case files, directories
  /// The names of the commands, for `help` and `man`.
  case commands
  case accounts, commits, configKeys, days, noteIDs, places, repositories, tags, themes, toDos
  case users
  /// What somebody else thinks of.
  case other(String)
}
