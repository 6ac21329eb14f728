public import Diary

/// The commits of one author in a clone.
public struct CloneHistory: Hashable, Sendable {
  public var clone: LocalClone
  public var known: SavedHistory
  /// How much had to be read.
  public var effort: Effort
  /// The remotes on the requested host. If there are none, no commit of this clone is known to be
  /// on that host.
  public var remotes: [String]
  var hasNewStamp = false

  public enum Effort: Hashable, Sendable {
    /// Nothing has changed, and git was not run.
    case none
    /// Git was asked for the changes.
    case update
    /// The whole history was read.
    case all
  }

  public var commits: PackedCommits { known.commits }

  /// The email addresses of the author; empty if the author was given by name.
  public var addresses: [String] {
    known.requestedAuthors.first?.utf8.first == 0 ? [] : known.requestedAuthors
  }

  /// The repository of the clone; `nil` if its setting is not valid.
  public var repository: Repository? { known.settings.repository }

  /// Whether the clone lacks older commits, which are then not counted.
  public var isShallow: Bool { clone.isShallow }

  /// The commits that no remote on the host is known to have; all commits if no host was given.
  public var unpushed: PackedCommits {
    remotes.isEmpty ? known.commits : known.unpushed ?? known.commits
  }

  /// Whether `known` has changed and should be saved.
  public var isNew: Bool { effort != .none || hasNewStamp }
}
