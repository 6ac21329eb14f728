/// The saved history of one author's commits in a clone.
public struct SavedHistory: Hashable, Sendable {
  /// Data by which the module that reads clones detects new commits. Its format is private to that
  /// module.
  public var basis: [UInt8]
  public var commits: PackedCommits
  /// The commits that are on no remote of a certain host; `nil` if they were not determined.
  public var unpushed: PackedCommits?

  /// The states of the files that the history was read from, in a format that is private to that
  /// module; `nil` if they may have changed while they were read.
  public var stamp: [UInt8]?

  public init(
    basis: [UInt8], commits: PackedCommits, unpushed: PackedCommits? = nil, stamp: [UInt8]? = nil
  ) {
    self.basis = basis
    self.commits = commits
    self.unpushed = unpushed
    self.stamp = stamp
  }
}
