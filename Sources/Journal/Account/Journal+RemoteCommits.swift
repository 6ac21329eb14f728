public import Diary
import SQLite

extension Journal {
  /// The commits of a repository as fetched from its host, newest first.
  public func remoteCommits(
    of repository: Repository, _ filter: RemoteCommitFilter = RemoteCommitFilter()
  ) throws(JournalError) -> [Commit] {
    try remoteCommits(
      """
      remote = (SELECT id FROM remote WHERE key = ?1 ORDER BY id DESC LIMIT 1)
        AND (?2 IS NULL OR instr(lower(author), lower(?2)) OR login = ?2 COLLATE NOCASE)
        AND authored_at >= ?3 AND authored_at < ?4
      """,
      [
        repository.key, filter.author, filter.since?.secondsSince1970 ?? .min,
        filter.until?.secondsSince1970 ?? .max,
      ], limit: filter.limit)
  }

  /// The commits whose SHA begins with `prefix`.
  public func remoteCommits(
    beginning prefix: String, of repository: Repository
  ) throws(JournalError) -> [Commit] {
    try remoteCommits(
      """
      remote = (SELECT id FROM remote WHERE key = ?1 ORDER BY id DESC LIMIT 1)
        AND sha >= ?2 AND sha < ?3
      """, [repository.key, prefix, prefix + "g"], limit: 500)
  }

  /// The commits of any repository whose SHA begins with `prefix`: first the fetched ones, then
  /// those known only from notes. Commits of a fork come after the same commits of its parent.
  public func commits(beginning prefix: String) throws(JournalError) -> [RepositoryCommit] {
    let bounds = [prefix, prefix + "g"]
    // This does one index lookup per repository; repositories are few compared with commits. When
    // a name was given to a new repository, the commits of the old one are left out.
    let hosted = try database.rows(
      """
      SELECT remote.name, \(Commit.columns)
      FROM remote CROSS JOIN remote_commit ON remote_commit.remote = remote.id
        AND sha >= ?1 AND sha < ?2
      WHERE remote.id = (SELECT max(id) FROM remote AS holder WHERE holder.key = remote.key)
      ORDER BY is_fork, remote.id LIMIT 500
      """, bounds
    ) { row in
      RepositoryCommit(repository: row["name"], commit: Commit(row))
    }
    let noted = try database.rows(
      """
      SELECT \(Note.columns) FROM \(Note.source)
      WHERE note.sha >= ?1 AND note.sha < ?2 AND note.deleted_at IS NULL
      GROUP BY note.repository, note.sha LIMIT 500
      """, bounds
    ) { row in
      Commit(ofNote: row).map { RepositoryCommit(repository: row["repository"], commit: $0) }
    }
    return hosted + noted.compactMap(\.self)
  }

  /// Commits of the same second, common after a rebase, are ordered by their place in the walk.
  private func remoteCommits(
    _ condition: String, _ values: [any ColumnValue], limit: Int?
  ) throws(JournalError) -> [Commit] {
    try database.rows(
      """
      SELECT \(Commit.columns) FROM remote_commit
      WHERE \(condition)
      ORDER BY committed_at DESC, (
        SELECT max(place) FROM walk_commit WHERE commit_id = remote_commit.id) DESC
      LIMIT \(limit ?? -1)
      """, values
    ) { Commit($0) }
  }
}

extension Commit {
  static let columns = "sha, subject, author, authored_at, authored_offset"

  init(_ row: borrowing Statement) {
    self.init(
      sha: row["sha"], subject: row["subject"], author: row["author"],
      date: row.moment("authored_at", "authored_offset"))
  }
}
