public import Diary
import SQLite

extension Journal {
  /// All accounts, sorted by name; accounts with a token come first.
  public func accounts() throws(JournalError) -> [SavedAccount] {
    try database.rows(
      """
      SELECT host, login, name, kept, scopes, rate_limit, rate_remaining, rate_resets_at,
        refreshed_at
      FROM account ORDER BY kept IS NULL, key
      """
    ) { row in
      SavedAccount(
        account: Account(host: row["host"], login: row["login"]), name: row["name"],
        store: (row["kept"] as String?).flatMap(SavedAccount.Store.init),
        scopes: (row["scopes"] as String?)?.split(separator: " ").map(String.init),
        limit: (row["rate_limit"] as Int?).map { limit in
          RateLimit(
            limit: limit, remaining: row["rate_remaining"], resetsAt: row["rate_resets_at"])
        },
        refreshedAt: row["refreshed_at"])
    }
  }

  /// Saves the account, its token store and its scopes. The rate limit and the time of the last
  /// refresh are not changed.
  public func remember(_ known: SavedAccount) throws(JournalError) {
    let account = known.account
    try write { () throws(JournalError) in
      let kept: String? = try database.value(
        "SELECT kept FROM account WHERE key = ?1", [account.key])
      if known.store != nil, kept == nil { try unsettleContributions(of: account) }
      try database.run(
        """
        INSERT INTO account (key, host, login, name, kept, scopes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (key) DO UPDATE SET host = ?2, login = ?3, name = ?4, kept = ?5, scopes = ?6
        """,
        [
          account.key, account.host, account.login, known.name, known.store?.rawValue,
          known.scopes?.joined(separator: " "),
        ])
    }
  }

  /// Forgets the token of the account. The data that was fetched for the account is kept.
  public func logOut(_ account: Account) throws(JournalError) {
    try database.run(
      """
      UPDATE account SET kept = NULL, scopes = NULL, rate_limit = NULL, rate_remaining = NULL,
        rate_resets_at = NULL
      WHERE key = ?1
      """, [account.key])
  }

  public func note(_ limit: RateLimit, of account: Account) throws(JournalError) {
    try database.run(
      """
      UPDATE account SET rate_limit = ?2, rate_remaining = ?3, rate_resets_at = ?4 WHERE key = ?1
      """, [account.key, limit.limit, limit.remaining, limit.resetsAt])
  }

  public func noteRefresh(of account: Account, at instant: Instant) throws(JournalError) {
    try database.run("UPDATE account SET refreshed_at = ?2 WHERE key = ?1", [account.key, instant])
  }

  /// The ID of the account's row, which is inserted if it does not exist.
  func row(of account: Account) throws(JournalError) -> Int64 {
    try database.run(
      "INSERT OR IGNORE INTO account (key, host, login) VALUES (?1, ?2, ?3)",
      [account.key, account.host, account.login])
    return try database.value("SELECT id FROM account WHERE key = ?1", [account.key]) ?? 0
  }
}
