public import Diary
import SQLite

extension Journal {
  /// The commits of these days, newest first, in the order of `remoteCommits`. A commit in several repositories, such as a fork and
  /// its parent, counts once.
  public func commits(
    from first: Day, to last: Day, of own: OwnCommitQuery
  ) throws(JournalError) -> [RepositoryCommit] {
    guard !own.accounts.isEmpty, first <= last else { return [] }
    let conditions = own.accounts.indices.map { index in
      "remote.host = ?\(2 * index + 3) AND login = ?\(2 * index + 4) COLLATE NOCASE"
    }
    let names = own.accounts.flatMap { [$0.host.lowercased(), $0.login] }
    let commits = try database.rows(
      """
      SELECT name, \(Commit.columns)
      FROM remote_commit INDEXED BY remote_commit_by_authored
        JOIN remote ON remote.id = remote_commit.remote
      WHERE authored_at >= ?1 AND authored_at < ?2 AND (\(conditions.joined(separator: " OR ")))
      ORDER BY authored_at DESC, committed_at DESC, remote.id, (
        SELECT max(place) FROM walk_commit WHERE commit_id = remote_commit.id) DESC
      """,
      // The user's day may end a few hours after midnight.
      [first.earliestSecond, (last + 1).secondAfter] + names
    ) { RepositoryCommit(repository: $0["name"], commit: Commit($0)) }
    var seen: Set<String> = []
    return commits.filter {
      (first...last).contains(own.day(of: $0.commit.date.instant))
        && seen.insert($0.commit.sha).inserted
    }
  }
}
