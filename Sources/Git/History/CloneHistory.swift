public import Diary

/// One writer's commits in a clone, as they are now.
public struct CloneHistory: Hashable, Sendable {
  public var clone: LocalClone
  public var known: SavedHistory
  /// What it took to know it.
  public var effort: Effort
  /// Whether history is cut off somewhere: older commits are then not here to be counted.
  public var isShallow: Bool
  /// The remotes on the host that was asked about; where there are none, nothing of this clone is
  /// known to be there.
  public var remotes: [String]
  /// By which of its addresses, or by what part of a name, the writer was known.
  public var addresses: [String]

  public enum Effort: Hashable, Sendable {
    /// Nothing has changed, and no program was started.
    case none
    /// Git was asked what has changed.
    case update
    /// All of history was read.
    case all
  }

  public var commits: PackedCommits { known.commits }

  /// The commits that no remote on the host is known to have; all of them where no host was named.
  public var unpushed: PackedCommits {
    remotes.isEmpty ? known.commits : known.unpushed ?? known.commits
  }

  /// Whether `known` is to be kept in the place of what was known.
  public var isNew: Bool { effort != .none }
}
