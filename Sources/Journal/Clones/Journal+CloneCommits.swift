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
    for name in names {
      commits[name] = try database.first(
        "SELECT \(Commit.columns) FROM clone_commit WHERE name = ?1", [Int64(bitPattern: name)]
      ) { Commit($0) }
    }
    return commits
  }

  /// Saves commits, which never change. If there are too many, all older ones are dropped.
  public func save(cloneCommits commits: [UInt64: Commit]) throws(JournalError) {
    try write { () throws(JournalError) in
      let count = try database.value("SELECT count(*) FROM clone_commit") ?? 0
      if count > Self.cloneCommitLimit { try database.execute("DELETE FROM clone_commit") }
      for (name, commit) in commits {
        try database.run(
          """
          INSERT OR REPLACE INTO clone_commit
            (name, sha, subject, author, authored_at, authored_offset)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          """,
          [
            Int64(bitPattern: name), commit.sha, commit.subject, commit.author, commit.date.instant,
            commit.date.offset,
          ])
      }
    }
  }
}
