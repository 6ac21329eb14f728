/// Selects the authors whose commits are read.
public enum CommitAuthor: Hashable, Sendable {
  /// The commits with the address in git's settings for each clone, or with one of `emails`.
  case own(emails: [String])
  /// The commits of all authors whose name or address contains this text, in any case.
  case named(String)
}

extension CommitAuthor {
  /// The key under which the histories of an author are saved.
  public var key: String {
    switch self {
    case .own(let emails):
      (["own"] + Set(emails.map { $0.lowercased() }).sorted()).joined(separator: " ")
    case .named(let part): "named \(part.lowercased())"
    }
  }
}
