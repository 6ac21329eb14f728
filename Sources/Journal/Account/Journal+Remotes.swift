public import Diary
import SQLite

/// A repository of an account, as the journal knows it.
public struct SavedRemote: Hashable, Sendable {
  /// Its row, for walks over its commits.
  public var row: Int64
  public var remote: HostedRepository
  /// How many notes there are on it.
  public var notes: Int

  public init(row: Int64, remote: HostedRepository, notes: Int) {
    self.row = row
    self.remote = remote
    self.notes = notes
  }
}

extension Journal {
  /// Keeps one page of an account's repositories, with the answer's mark.
  ///
  /// A page that came again takes the place of what stood on it.
  public func keep(
    _ repositories: [HostedRepository], from url: String, _ answer: CachedResponse?,
    of account: Account
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        let owner = try row(of: account)
        try connection.run(
          "UPDATE account_remote SET page = NULL WHERE account = ?1 AND page = ?2",
          .integer(owner), .text(url))
        for repository in repositories {
          try connection.run(
            "INSERT OR REPLACE INTO account_remote (account, remote, page) VALUES (?1, ?2, ?3)",
            .integer(owner), .integer(try keep(repository)), .text(url))
        }
        try keep(answer, at: url, account: owner)
      }
    }
  }

  /// Drops what stood on none of the pages that the account's list has now.
  public func keepOnly(pages: [String], of account: Account) throws(JournalError) {
    let places = pages.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
    let values = [Value.text(account.key)] + pages.map(Value.text)
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        let owner = "account = (SELECT id FROM account WHERE key = ?1)"
        try connection.run(
          """
          DELETE FROM account_remote WHERE \(owner) AND (page IS NULL OR page NOT IN (\(places)))
          """, values: values)
      }
    }
  }

  /// Keeps one repository that was asked for by name, and says which row it has.
  public func keep(
    _ repository: HostedRepository, of account: Account
  ) throws(JournalError) -> Int64 {
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in try keep(repository) }
    }
  }

  private func keep(_ new: HostedRepository) throws(SQLiteError) -> Int64 {
    let host = new.repository.name.prefix { $0 != "/" }.lowercased()
    let old = try connection.first(
      "SELECT id, key FROM remote WHERE host = ?1 AND number = ?2", .text(host),
      .integer(new.number)
    ) { (id: $0.integer(0), key: $0.text(1)) }
    if let old, old.key != new.repository.key { try rename(old.key, to: new.repository) }
    // Whoever had this name before has another one by now, or is gone; they say so when asked.
    try connection.run(
      """
      INSERT INTO remote (host, number, key, name, is_private, is_fork, is_archived, pushed_at,
        default_branch)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (host, number) DO UPDATE SET key = ?3, name = ?4, is_private = ?5, is_fork = ?6,
        is_archived = ?7, pushed_at = ?8, default_branch = ?9
      """, .text(host), .integer(new.number), .text(new.repository.key),
      .text(new.repository.name), Value(new.isPrivate ? 1 : 0), Value(new.isFork ? 1 : 0),
      Value(new.isArchived ? 1 : 0), Value(new.pushedAt?.secondsSince1970),
      Value(new.defaultBranch))
    if let old { return old.id }
    return connection.lastInsertedRow
  }

  /// Notes on a repository go with it to its new name.
  private func rename(_ old: String, to new: Repository) throws(SQLiteError) {
    let target = try connection.first(
      "SELECT id FROM repository WHERE key = ?1", .text(new.key)
    ) { $0.integer(0) }
    if let target {
      try connection.run(
        """
        UPDATE record SET repository = ?1
        WHERE repository = (SELECT id FROM repository WHERE key = ?2)
        """, .integer(target), .text(old))
      try connection.run("DELETE FROM repository WHERE key = ?1", .text(old))
    } else {
      try connection.run(
        "UPDATE repository SET key = ?2, name = ?3 WHERE key = ?1", .text(old), .text(new.key),
        .text(new.name))
    }
  }

  // MARK: Reading

  /// The repositories of an account, the one pushed to last first.
  public func remotes(of account: Account) throws(JournalError) -> [SavedRemote] {
    try remotes(
      """
      JOIN account_remote ON account_remote.remote = remote.id
      WHERE account_remote.account = (SELECT id FROM account WHERE key = ?1)
      ORDER BY remote.pushed_at DESC NULLS LAST, remote.key
      """, account.key)
  }

  /// Those of them that stood on one page of its list.
  public func remotes(of account: Account, on page: String) throws(JournalError) -> [SavedRemote] {
    try remotes(
      """
      JOIN account_remote ON account_remote.remote = remote.id
      WHERE account_remote.account = (SELECT id FROM account WHERE key = ?1)
        AND account_remote.page = ?2
      ORDER BY remote.pushed_at DESC NULLS LAST, remote.key
      """, account.key, page)
  }

  /// The repository that has this name now, where its host told of it.
  public func remote(named repository: Repository) throws(JournalError) -> SavedRemote? {
    // A name that was given away is held by the one who was seen with it last.
    try remotes("WHERE remote.key = ?1 ORDER BY remote.id DESC LIMIT 1", repository.key).first
  }

  private func remotes(
    _ condition: String, _ values: String...
  ) throws(JournalError) -> [SavedRemote] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT remote.id, number, remote.name, is_private, is_fork, is_archived, pushed_at,
          default_branch, (
            SELECT count(*) FROM note JOIN repository ON repository.id = note.repository
            WHERE repository.key = remote.key AND note.deleted_at IS NULL)
        FROM remote \(condition)
        """, values.map(Value.text)
      ) { row in
        SavedRemote(
          row: row.integer(0),
          remote: HostedRepository(
            number: row.integer(1), repository: Repository(name: row.text(2)),
            isPrivate: row.int(3) != 0, isFork: row.int(4) != 0, isArchived: row.int(5) != 0,
            pushedAt: row.optionalInteger(6).map(Instant.init(secondsSince1970:)),
            defaultBranch: row.optionalText(7)),
          notes: row.int(8))
      }
    }
  }
}
