public import Diary
import Git
public import Journal

extension DayRecords {
  /// The message and the changed files of a commit; `nil` if no clone of its repository has it.
  public func changes(
    of commit: Commit, in repository: Repository, among local: LocalCommits
  ) -> CommitChanges? {
    for history in local.histories {
      let known = history.repository ?? Repository(name: history.clone.mainRoot)
      guard known == repository else { continue }
      let clone = Clone(withoutSettings: history.clone)
      if let changes = try? clone.changes(of: commit.sha) { return changes }
    }
    guard let here = try? app.repositories.here(), here.repository == repository else { return nil }
    return try? here.clone?.changes(of: commit.sha)
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
