/// A commit and its repository.
public struct RepositoryCommit: Hashable, Sendable {
  public var repository: Repository
  public var commit: Commit
  /// The number of notes on it, if they were counted.
  public var notes: Int
  /// A branch that contains it, if it was asked for.
  public var branch: String?

  public init(repository: Repository, commit: Commit, notes: Int = 0, branch: String? = nil) {
    self.repository = repository
    self.commit = commit
    self.notes = notes
    self.branch = branch
  }
}
