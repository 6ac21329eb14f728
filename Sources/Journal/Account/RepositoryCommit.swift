public import Diary

/// A commit in its repository.
public struct RepositoryCommit: Hashable, Sendable {
  public var repository: Repository
  public var commit: Commit

  public init(repository: Repository, commit: Commit) {
    self.repository = repository
    self.commit = commit
  }
}
