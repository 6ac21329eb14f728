public import Arguments
public import Localization

/// How shells complete the value of a setting.
enum SettingCompletion: Sendable {
  /// The choices, each with a description in the reader's language if it has one.
  case choices(@Sendable (_ word: String, Reader) -> String?)
  /// The same for several choices with commas between them.
  case list(@Sendable (_ word: String, Reader) -> String?)
  /// The accounts that are saved in the journal.
  case accounts
  /// The tags in the journal.
  case tags
  /// Directories, which the shell completes itself.
  case directories
}

extension Setting {
  /// Whether the values are the accounts that are saved in the journal.
  public var isAccount: Bool {
    if case .accounts = completion { true } else { false }
  }

  /// Whether the values are the tags in the journal.
  public var isTag: Bool {
    if case .tags = completion { true } else { false }
  }

  /// Whether the values are paths of directories.
  public var isDirectories: Bool {
    if case .directories = completion { true } else { false }
  }

  /// The possible values, with descriptions.
  ///
  /// - Parameter typed: the part of the value that has been typed. Choices that are already in a
  ///   list are left out.
  public func candidates(after typed: String, for reader: Reader) -> [Candidate] {
    switch completion {
    case .choices(let describe):
      return choices.map { Candidate($0, describe($0, reader).map(DisplayText.literal)) }
    case .list(let describe):
      let words = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
      let prefix = words.map { $0 + "," }.joined()
      return choices.filter { choice in !words.contains { $0 == choice } }
        .map { Candidate(prefix + $0, describe($0, reader).map(DisplayText.literal)) }
    case .accounts, .tags, .directories:
      return []
    }
  }
}
