public import Diary
import SQLite

extension Journal {
  /// The commits of a repository that its host told of, the newest first.
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
        .text(repository.key), Value(filter.author),
        .integer(filter.since?.secondsSince1970 ?? .min),
        .integer(filter.until?.secondsSince1970 ?? .max),
      ], limit: filter.limit)
  }

  /// Those whose ids begin so.
  public func remoteCommits(
    beginning prefix: String, of repository: Repository
  ) throws(JournalError) -> [Commit] {
    try remoteCommits(
      """
      remote = (SELECT id FROM remote WHERE key = ?1 ORDER BY id DESC LIMIT 1)
        AND sha >= ?2 AND sha < ?3
      """, [.text(repository.key), .text(prefix), .text(prefix + "g")], limit: 500)
  }

  /// The commits of any repository whose ids begin so: those that hosts told of, and after them
  /// those that only notes know. One that is in a fork too is first that of where it came from.
  public func commits(beginning prefix: String) throws(JournalError) -> [RepositoryCommit] {
    try mapErrors { () throws(SQLiteError) in
      let bounds = [Value.text(prefix), .text(prefix + "g")]
      // Once down into the index of every repository, which are few beside the commits. A name that
      // was given away leads to nothing under it that its old holder had.
      let hosted = try connection.rows(
        """
        SELECT remote.name, sha, subject, author, authored_at, authored_offset
        FROM remote CROSS JOIN remote_commit ON remote_commit.remote = remote.id
          AND sha >= ?1 AND sha < ?2
        WHERE remote.id = (SELECT max(id) FROM remote AS holder WHERE holder.key = remote.key)
        ORDER BY is_fork, remote.id LIMIT 500
        """, bounds
      ) { row in
        RepositoryCommit(
          repository: Repository(name: row.text(0)),
          commit: Commit(
            sha: row.text(1), subject: row.text(2), author: row.text(3),
            date: Moment(Instant(secondsSince1970: row.integer(4)), offset: row.int(5))))
      }
      let noted = try connection.rows(
        """
        SELECT \(NoteColumn.list) FROM \(NoteRow.source)
        WHERE note.sha >= ?1 AND note.sha < ?2 AND note.deleted_at IS NULL
        GROUP BY note.repository, note.sha LIMIT 500
        """, bounds
      ) { row -> RepositoryCommit? in
        let note = NoteRow.note(row).note
        return note.commit.map { RepositoryCommit(repository: note.repository, commit: $0) }
      }
      return hosted + noted.compactMap(\.self)
    }
  }

  /// A rebase makes many commits in one second; their places keep them in order.
  private func remoteCommits(
    _ condition: String, _ values: [Value], limit: Int?
  ) throws(JournalError) -> [Commit] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT sha, subject, author, authored_at, authored_offset FROM remote_commit
        WHERE \(condition)
        ORDER BY committed_at DESC, (
          SELECT max(place) FROM walk_commit WHERE commit_id = remote_commit.id) DESC
        LIMIT \(limit ?? -1)
        """, values
      ) { row in
        Commit(
          sha: row.text(0), subject: row.text(1), author: row.text(2),
          date: Moment(Instant(secondsSince1970: row.integer(3)), offset: row.int(4)))
      }
    }
  }
}
