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
      try database.insert(
        [
          "key": account.key, "host": account.host, "login": account.login, "name": known.name,
          "kept": known.store?.rawValue, "scopes": known.scopes?.joined(separator: " "),
        ], into: "account", ifThere: .update(["key"]))
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
    try database.insert(
      ["key": account.key, "host": account.host, "login": account.login], into: "account",
      ifThere: .ignore)
    return try database.value("SELECT id FROM account WHERE key = ?1", [account.key]) ?? 0
  }
}

/// An account that is logged in, or whose token came from the environment.
public struct SavedAccount: Hashable, Sendable {
  /// Where the program stores the token.
  public enum Store: String, Sendable, CaseIterable { case keyring, file }

  public var account: Account
  /// The user's display name.
  public var name: String?
  /// `nil` if the program stores no token: it came from the environment, or the user logged out.
  public var store: Store?
  /// `nil` if the host does not report them.
  public var scopes: [String]?
  /// As of the last response of the host.
  public var limit: RateLimit?
  public var refreshedAt: Instant?

  public init(
    account: Account, name: String? = nil, store: Store? = nil, scopes: [String]? = nil,
    limit: RateLimit? = nil, refreshedAt: Instant? = nil
  ) {
    self.account = account
    self.name = name
    self.store = store
    self.scopes = scopes
    self.limit = limit
    self.refreshedAt = refreshedAt
  }
}

/// The last response of a URL: its ETag and the URL of the next page.
public struct CachedResponse: Hashable, Sendable {
  public var etag: String
  public var next: String?

  public init(etag: String, next: String? = nil) {
    self.etag = etag
    self.next = next
  }
}

extension Journal {
  /// The last response of `url` to this account. Responses differ between accounts.
  public func response(at url: String, to account: Account) throws(JournalError) -> CachedResponse?
  {
    try database.first(
      """
      SELECT etag, next FROM answer
      WHERE account = (SELECT id FROM account WHERE key = ?1) AND url = ?2
      """, [account.key, url]
    ) { CachedResponse(etag: $0["etag"], next: $0["next"]) }
  }

  /// Saves the ETag of a response.
  public func save(
    _ answer: CachedResponse?, at url: String, to account: Account
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      try save(answer, at: url, account: try row(of: account))
    }
  }

  /// A response without an ETag is removed, so that the next request is unconditional.
  func save(_ answer: CachedResponse?, at url: String, account: Int64) throws(JournalError) {
    guard let answer else {
      return try database.run("DELETE FROM answer WHERE account = ?1 AND url = ?2", [account, url])
    }
    try database.insert(
      ["account": account, "url": url, "etag": answer.etag, "next": answer.next], into: "answer",
      ifThere: .replace)
  }
}
