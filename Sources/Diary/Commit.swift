/// A commit, as far as the diary needs to know it.
public struct Commit: Hashable, Sendable {
  /// 40 hexadecimal digits, or 64 where the repository uses SHA-256.
  public var sha: String
  /// The first line of the message.
  public var subject: String
  public var author: String
  /// When it was written, by the author's clock.
  public var date: Moment
  /// What stays the same when the commit is rebased, where it could be computed.
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

  /// As much of the id as people read out to one another.
  public var shortSHA: String { String(sha.prefix(7)) }
}
