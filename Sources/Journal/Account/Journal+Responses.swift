public import Diary
import SQLite

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
    try database.run(
      "INSERT OR REPLACE INTO answer (account, url, etag, next) VALUES (?1, ?2, ?3, ?4)",
      [account, url, answer.etag, answer.next])
  }
}
