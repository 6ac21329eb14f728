public import Diary
import Git
public import Journal

extension DayRecords {
  /// The message and the changed files of a commit; `nil` if no clone of its repository has it.
  public func changes(
    of commit: Commit, in repository: Repository, among local: LocalCommits
  ) -> CommitChanges? {
    first(in: repository, among: local) { try $0.changes(of: commit.sha) }
  }

  /// The diff of a file that `changes` has returned, bounded in size and time; `nil` if no clone
  /// could read it.
  public func diff(
    of commit: Commit, _ file: CommitChanges.File, in repository: Repository,
    among local: LocalCommits
  ) -> FileDiff? {
    first(in: repository, among: local) { try $0.diff(of: commit.sha, file) }
  }

  /// What the first clone of a repository says that can be read.
  private func first<Value>(
    in repository: Repository, among local: LocalCommits, _ read: (Clone) throws -> Value
  ) -> Value? {
    for clone in local.clones(of: repository) {
      if let value = try? read(clone) { return value }
    }
    guard let here = try? app.repositories.here(), here.repository == repository else { return nil }
    return try? here.clone.map(read)
  }

  /// A commit as a person types it: a revision of the clone in the working directory, or the
  /// beginning of an id that the journal knows.
  public func commit(_ typed: String, in journal: Journal) async throws -> RepositoryCommit {
    let found: RepositoryCommit
    let place: LocatedRepository
    if let here = try? app.repositories.here(), let commit = try? here.clone?.resolve(typed) {
      place = here
      found = RepositoryCommit(repository: here.repository, commit: commit)
    } else {
      found = try await app.repositories.commit(anywhere: typed)
      place = LocatedRepository(found.repository)
    }
    return try await app.repositories.noted([found.commit], of: place).first ?? found
  }
}
