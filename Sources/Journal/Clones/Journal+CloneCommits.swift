public import Diary
import SQLite

extension Journal {
  /// The maximum number of saved commits of clones.
  static let cloneCommitLimit = 20_000

  /// The saved commits with these names, which are the first eight bytes of their ids.
  public func cloneCommits(
    named names: some Collection<UInt64> & Sendable
  ) throws(JournalError) -> [UInt64: Commit] {
    var commits: [UInt64: Commit] = [:]
    try mapErrors { () throws(SQLiteError) in
      var statement = try connection.prepare(
        """
        SELECT sha, subject, author, authored_at, authored_offset FROM clone_commit
        WHERE name = ?1
        """)
      for name in names {
        try statement.bind([.integer(Int64(bitPattern: name))])
        guard try statement.step() else { continue }
        commits[name] = Commit(
          sha: statement.text(0), subject: statement.text(1), author: statement.text(2),
          date: Moment(
            Instant(secondsSince1970: statement.integer(3)), offset: statement.int(4)))
      }
    }
    return commits
  }

  /// Saves commits, which never change. If there are too many, all older ones are dropped.
  public func keep(cloneCommits commits: [UInt64: Commit]) throws(JournalError) {
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        let count = try connection.first("SELECT count(*) FROM clone_commit") { $0.int(0) } ?? 0
        if count > Self.cloneCommitLimit { try connection.execute("DELETE FROM clone_commit") }
        for (name, commit) in commits {
          try connection.run(
            """
            INSERT OR REPLACE INTO clone_commit
              (name, sha, subject, author, authored_at, authored_offset)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """, .integer(Int64(bitPattern: name)), .text(commit.sha), .text(commit.subject),
            .text(commit.author), .integer(commit.date.instant.secondsSince1970),
            .integer(Int64(commit.date.offset)))
        }
      }
    }
  }
}
