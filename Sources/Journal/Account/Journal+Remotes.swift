public import Diary
import SQLite

/// A repository of an account, as saved in the journal.
public struct SavedRemote: Hashable, Sendable {
  /// The ID of its row, which walks over its commits refer to.
  public var row: Int64
  public var remote: HostedRepository
  /// The number of notes on the repository.
  public var notes: Int

  public init(row: Int64, remote: HostedRepository, notes: Int) {
    self.row = row
    self.remote = remote
    self.notes = notes
  }
}

extension Journal {
  /// Saves one page of an account's repositories and the ETag of the response.
  ///
  /// The page replaces the earlier contents of the same page.
  public func save(
    _ repositories: [HostedRepository], from url: String, _ answer: CachedResponse?,
    of account: Account
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      let owner = try row(of: account)
      try database.run(
        "UPDATE account_remote SET page = NULL WHERE account = ?1 AND page = ?2", [owner, url])
      for repository in repositories {
        try database.insert(
          ["account": owner, "remote": try save(repository), "page": url],
          into: "account_remote", ifThere: .replace)
      }
      try save(answer, at: url, account: owner)
    }
  }

  /// Removes the repositories that are on none of these pages of the account's list.
  public func keepOnly(pages: [String], of account: Account) throws(JournalError) {
    try write { () throws(JournalError) in
      try database.run(
        """
        DELETE FROM account_remote WHERE account = (SELECT id FROM account WHERE key = ?1)
          AND (page IS NULL OR page NOT IN (\(SQL.parameters(pages.count, from: 2))))
        """, [account.key] + pages)
    }
  }

  /// Saves one repository that was requested by name and returns the ID of its row.
  public func save(
    _ repository: HostedRepository, of account: Account
  ) throws(JournalError) -> Int64 {
    try write { () throws(JournalError) in try save(repository) }
  }

  private func save(_ new: HostedRepository) throws(JournalError) -> Int64 {
    let host = new.repository.name.prefix { $0 != "/" }.lowercased()
    let old = try database.first(
      "SELECT id, key FROM remote WHERE host = ?1 AND number = ?2", [host, new.number]
    ) { (id: $0["id"] as Int64, key: $0["key"] as String) }
    if let old, old.key != new.repository.key { try rename(old.key, to: new.repository) }
    // Another repository may still be saved under this name. Its new name is saved when it is
    // fetched again.
    try database.insert(
      [
        "host": host, "number": new.number, "key": new.repository.key, "name": new.repository,
        "is_private": new.isPrivate, "is_fork": new.isFork, "is_archived": new.isArchived,
        "pushed_at": new.pushedAt, "default_branch": new.defaultBranch,
      ], into: "remote", ifThere: .update(["host", "number"]))
    if let old { return old.id }
    return database.lastInsertedRow
  }

  /// Moves the notes on a repository to its new name.
  private func rename(_ old: String, to new: Repository) throws(JournalError) {
    func row(_ key: String) throws(JournalError) -> Int64? {
      try database.value("SELECT id FROM repository WHERE key = ?1", [key])
    }
    guard let former = try row(old) else { return }
    try rename([former]) { () throws(JournalError) in
      if let target = try row(new.key) {
        try merge(former, into: target)
      } else {
        try database.run(
          "UPDATE repository SET key = ?2, name = ?3 WHERE id = ?1", [former, new.key, new.name])
      }
    }
  }

  // MARK: Reading

  /// The repositories of an account, the most recently pushed first.
  ///
  /// - Parameter page: the page of its list that has them; `nil` for all.
  public func remotes(
    of account: Account, on page: String? = nil
  ) throws(JournalError) -> [SavedRemote] {
    try remotes(
      """
      JOIN account_remote ON account_remote.remote = remote.id
      WHERE account_remote.account = (SELECT id FROM account WHERE key = ?1)
        AND (?2 IS NULL OR account_remote.page = ?2)
      ORDER BY remote.pushed_at DESC NULLS LAST, remote.key
      """, [account.key, page])
  }

  /// The saved repository that has this name now.
  public func remote(named repository: Repository) throws(JournalError) -> SavedRemote? {
    // Several rows can have the same name after a rename; the newest one is current.
    try remotes("WHERE remote.key = ?1 ORDER BY remote.id DESC LIMIT 1", [repository.key]).first
  }

  /// Whether a commit is known to be on GitHub, on the default branch.
  public func has(_ sha: String, in remote: SavedRemote) throws(JournalError) -> Bool {
    try database.hasRow(
      "SELECT 1 FROM remote_commit WHERE remote = ?1 AND sha = ?2", [remote.row, sha])
  }

  private func remotes(
    _ condition: String, _ values: [any ColumnValue]
  ) throws(JournalError) -> [SavedRemote] {
    try database.rows(
      """
      SELECT remote.id, number, remote.name, is_private, is_fork, is_archived, pushed_at,
        default_branch, (
          SELECT count(*) FROM \(Note.source)
          WHERE repository.key = remote.key AND note.deleted_at IS NULL) AS notes
      FROM remote \(condition)
      """, values
    ) { row in
      SavedRemote(
        row: row["id"],
        remote: HostedRepository(
          number: row["number"], repository: row["name"], isPrivate: row["is_private"],
          isFork: row["is_fork"], isArchived: row["is_archived"], pushedAt: row["pushed_at"],
          defaultBranch: row["default_branch"]),
        notes: row["notes"])
    }
  }
}
