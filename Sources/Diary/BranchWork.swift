/// What a branch has, and what is unfinished on it.
public struct BranchWork: Sendable {
  /// The short name; that of the commit if no branch is checked out.
  public var name: String
  /// What the commits were compared with, such as `origin/main`; `nil` if there is nothing.
  public var base: String?
  /// Its own commits, the newest first; the last few if there is nothing to compare with.
  public var commits: [Commit]
  /// The paths that are not committed; empty if another branch is checked out.
  public var uncommitted: [String] = []
  /// The messages of what was stashed on it.
  public var stashes: [String] = []

  public init(name: String, base: String? = nil, commits: [Commit]) {
    self.name = name
    self.base = base
    self.commits = commits
  }
}
