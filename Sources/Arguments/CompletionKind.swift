import Localization

/// The kind of completions for a value.
public enum CompletionKind: Hashable, Sendable {
  case nothing
  /// The choices of the type.
  case choices
  /// The shell completes these itself.
  case files, directories
  /// A file, which may be followed by a colon and lines. Shells complete only the file.
  case fileLines
  /// The names of the commands, for `help` and `man`.
  case commands
  case accounts, commits, configKeys, days, spans, noteIDs, places, repositories, tags, themes,
    toDos
  case users
  /// The values of a setting. A declaration has no key; the completer takes the first argument.
  case settingValues(key: String?)
  /// A kind that the program defines.
  case other(String)
}

extension CompletionKind {
  /// The placeholder for a value of this kind, if it has one of its own.
  var placeholder: DisplayText? {
    switch self {
    case .tags: .message(.placeholderTag)
    case .repositories: .message(.placeholderRepository)
    default: nil
    }
  }
}
