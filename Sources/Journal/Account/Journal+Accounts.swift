public import Diary
import SQLite

extension Journal {
  /// All accounts, those with a token first, in the order of their names.
  public func accounts() throws(JournalError) -> [SavedAccount] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT host, login, name, kept, scopes, rate_limit, rate_remaining, rate_resets_at,
          refreshed_at
        FROM account ORDER BY kept IS NULL, key
        """
      ) { row in
        SavedAccount(
          account: Account(host: row.text(0), login: row.text(1)), name: row.optionalText(2),
          store: row.optionalText(3).flatMap(SavedAccount.Store.init),
          scopes: row.optionalText(4).map { $0.split(separator: " ").map(String.init) },
          limit: row.optionalInteger(5).map { limit in
            SavedAccount.Limit(
              limit: Int(limit), remaining: row.int(6),
              resetsAt: Instant(secondsSince1970: row.integer(7)))
          },
          refreshedAt: row.optionalInteger(8).map(Instant.init(secondsSince1970:)))
      }
    }
  }

  /// Writes down who somebody is. What it does not say about limits and refreshes stays.
  public func remember(_ known: SavedAccount) throws(JournalError) {
    let account = known.account
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        let kept = try connection.first(
          "SELECT kept FROM account WHERE key = ?1", .text(account.key)
        ) { $0.optionalText(0) }
        if known.store != nil, kept ?? nil == nil { try unsettleContributions(of: account) }
        try connection.run(
          """
          INSERT INTO account (key, host, login, name, kept, scopes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          ON CONFLICT (key) DO UPDATE SET host = ?2, login = ?3, name = ?4, kept = ?5, scopes = ?6
          """, .text(account.key), .text(account.host), .text(account.login), Value(known.name),
          Value(known.store?.rawValue), Value(known.scopes?.joined(separator: " ")))
      }
    }
  }

  /// The token of the account is no longer ours; what it brought stays.
  public func logOut(_ account: Account) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in
      try connection.run(
        """
        UPDATE account SET kept = NULL, scopes = NULL, rate_limit = NULL, rate_remaining = NULL,
          rate_resets_at = NULL
        WHERE key = ?1
        """, .text(account.key))
    }
  }

  public func note(_ limit: SavedAccount.Limit, of account: Account) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in
      try connection.run(
        """
        UPDATE account SET rate_limit = ?2, rate_remaining = ?3, rate_resets_at = ?4 WHERE key = ?1
        """, .text(account.key), Value(limit.limit), Value(limit.remaining),
        .integer(limit.resetsAt.secondsSince1970))
    }
  }

  public func noteRefresh(of account: Account, at instant: Instant) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in
      try connection.run(
        "UPDATE account SET refreshed_at = ?2 WHERE key = ?1", .text(account.key),
        .integer(instant.secondsSince1970))
    }
  }

  /// The row of an account, made where there is none.
  func row(of account: Account) throws(SQLiteError) -> Int64 {
    try connection.run(
      "INSERT OR IGNORE INTO account (key, host, login) VALUES (?1, ?2, ?3)", .text(account.key),
      .text(account.host), .text(account.login))
    return try connection.first("SELECT id FROM account WHERE key = ?1", .text(account.key)) {
      $0.integer(0)
    } ?? 0
  }
}
