public import Diary
import SQLite

extension Journal {
  /// The commits of these days, newest first. A commit in several repositories, such as a fork and
  /// its parent, counts once.
  public func commits(
    from first: Day, to last: Day, of own: OwnCommitQuery
  ) throws(JournalError) -> [RepositoryCommit] {
    var seen: Set<String> = []
    return try rows(from: first, to: last, of: own.accounts, "sha, name, subject, author") { row in
      let instant = Instant(secondsSince1970: row.integer(0))
      return RepositoryCommit(
        repository: Repository(name: row.text(3)),
        commit: Commit(
          sha: row.text(2), subject: row.text(4), author: row.text(5),
          date: Moment(instant, offset: row.int(1))))
    }
    .filter { found in
      (first...last).contains(own.day(of: found.commit.date.instant))
        && seen.insert(found.commit.sha).inserted
    }
  }

  /// Reads the commits from one day before `first` to one day after `last`; the caller filters by
  /// the user's time zone. `read` gets the author date and its offset in columns 0 and 1.
  private func rows<Row>(
    from first: Day, to last: Day, of accounts: [Account], _ columns: String,
    _ read: (borrowing Statement) -> Row
  ) throws(JournalError) -> [Row] {
    guard !accounts.isEmpty, first <= last else { return [] }
    let conditions = accounts.indices.map { index in
      "remote.host = ?\(2 * index + 3) AND login = ?\(2 * index + 4) COLLATE NOCASE"
    }
    let names = accounts.flatMap { [Value.text($0.host.lowercased()), .text($0.login)] }
    return try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT authored_at, authored_offset, \(columns)
        FROM remote_commit INDEXED BY remote_commit_by_authored
          JOIN remote ON remote.id = remote_commit.remote
        WHERE authored_at >= ?1 AND authored_at < ?2 AND (\(conditions.joined(separator: " OR ")))
        ORDER BY authored_at DESC, committed_at DESC, remote.id
        """,
        // The user's day may end a few hours after midnight.
        [.integer(first.earliestSecond), .integer((last + 1).secondAfter)] + names, read)
    }
  }
}
