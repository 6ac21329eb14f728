/// What is known of one person's commits in a clone, to be kept until the next time.
public struct SavedHistory: Hashable, Sendable {
  /// By what the room that has read the clone sees whether there is more to read. Nobody else
  /// understands it.
  public var basis: [UInt8]
  public var commits: PackedCommits
  /// Those that no remote on a certain host has; `nil` where nobody has asked for them.
  public var unpushed: PackedCommits?

  public init(basis: [UInt8], commits: PackedCommits, unpushed: PackedCommits? = nil) {
    self.basis = basis
    self.commits = commits
    self.unpushed = unpushed
  }
}
