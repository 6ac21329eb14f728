/// Whose commits are meant.
public enum CommitAuthor: Hashable, Sendable {
  /// One's own: by the address that git's settings have in each clone, and by these.
  case own(emails: [String])
  /// Whoever has this in their name or address, in capitals or not.
  case named(String)
}

extension CommitAuthor {
  /// By what a writer is told from others where histories are kept.
  public var key: String {
    switch self {
    case .own(let emails):
      (["own"] + Set(emails.map { $0.lowercased() }).sorted()).joined(separator: " ")
    case .named(let part): "named \(part.lowercased())"
    }
  }
}
