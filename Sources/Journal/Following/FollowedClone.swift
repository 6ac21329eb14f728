public import Diary

/// A clone in which commits with notes are followed, as of the last check.
public struct FollowedClone: Hashable, Sendable {
  /// The directory that all working trees of the clone share.
  public var clone: String
  /// The path that identifies the clone.
  public var root: String
  /// The state of the clone, in a format that is private to the module that reads it.
  public var basis: [UInt8]
  /// The states of the files that were read; `nil` if they have to be read again.
  public var stamp: [UInt8]?

  public init(clone: String, root: String, basis: [UInt8], stamp: [UInt8]?) {
    self.clone = clone
    self.root = root
    self.basis = basis
    self.stamp = stamp
  }
}

/// What the journal knows before a check for rewritten commits.
public struct FollowingState: Sendable {
  /// `nil` before the first check.
  public var clone: FollowedClone?
  /// Whether there are notes that were not followed yet.
  public var hasNewNotes: Bool
}

/// When the commit of a note was last looked for in a clone.
public enum LastLook: Sendable {
  /// The clone was not known as one of the note's repository.
  case never
  /// The clone was looked at before the note was written, or while it changed.
  case outdated
  /// With this stamp of the clone.
  case with(stamp: [UInt8])
}

/// What the journal knows about the commits of a repository that have notes.
public struct FollowedCommits: Sendable {
  /// The places of each commit in the clone at the last check; empty before the first one.
  public var places: [String: [CommitPlace]] = [:]
  /// Where commits that were not found in the clone are in other clones of the repository.
  public var elsewhere: [String: CommitPlace] = [:]
  public var facts: [String: CommitFacts] = [:]
  public var records: [RewriteRecord] = []
  /// The highest number of a note.
  public var lastNote: Int64 = 0
}
