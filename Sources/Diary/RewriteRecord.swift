/// Something that git recorded about the rewriting of commits. Git forgets it after a while, so it
/// is kept in the journal and never changed.
public struct RewriteRecord: Hashable, Sendable {
  public enum Kind: Int, Sendable {
    /// The hook reported that one commit replaced the other.
    case hook
    /// One commit replaced the other in place, as an amend does, or a rewrite of the whole history.
    case replaced
    /// A branch was rebased from one tip to another one.
    case rebase
    /// A branch was moved from one commit to another one.
    case move
    /// A commit was the tip of a branch. It has no new commit.
    case tip
  }

  public var kind: Kind
  public var old: String
  public var new: String

  public init(_ kind: Kind, old: String, new: String = "") {
    self.kind = kind
    self.old = old
    self.new = new
  }
}
