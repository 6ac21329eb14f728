/// The data of a commit that the diary uses.
public struct Commit: Hashable, Sendable {
  /// 40 hexadecimal digits, or 64 if the repository uses SHA-256.
  public var sha: String
  /// The first line of the message.
  public var subject: String
  public var author: String
  /// The author date.
  public var date: Moment
  /// The patch ID, which a rebase does not change; `nil` if it could not be computed.
  public var patchID: String?

  public init(
    sha: String, subject: String, author: String, date: Moment, patchID: String? = nil
  ) {
    self.sha = sha
    self.subject = subject
    self.author = author
    self.date = date
    self.patchID = patchID
  }

  /// The abbreviated SHA.
  public var shortSHA: String { String(sha.prefix(7)) }

  /// Whether its author may want to write why it was made. Not for merges, which git names so, for
  /// work that is to be squashed, and for commits by bots.
  public var isWorthNote: Bool {
    let words = subject.lowercased().split { !$0.isLetter && $0 != "!" }
    switch words.first {
    case "merge", "wip", "fixup!", "squash!", "amend!": return false
    default: return !author.hasSuffix("[bot]")
    }
  }
}
