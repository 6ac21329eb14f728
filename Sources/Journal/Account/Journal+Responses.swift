public import Diary
import SQLite

/// What an address answered last: the mark by which its host knows the answer again, and the
/// address of the page after it.
public struct CachedResponse: Hashable, Sendable {
  public var etag: String
  public var next: String?

  public init(etag: String, next: String? = nil) {
    self.etag = etag
    self.next = next
  }
}

extension Journal {
  /// What `url` last answered to this account; another account may be shown something else.
  public func response(at url: String, to account: Account) throws(JournalError) -> CachedResponse?
  {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT etag, next FROM answer
        WHERE account = (SELECT id FROM account WHERE key = ?1) AND url = ?2
        """, .text(account.key), .text(url)
      ) { CachedResponse(etag: $0.text(0), next: $0.optionalText(1)) }
    }
  }

  /// Keeps the mark of an answer that stands by itself.
  public func keep(
    _ answer: CachedResponse?, at url: String, to account: Account
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        try keep(answer, at: url, account: try row(of: account))
      }
    }
  }

  /// An answer without a mark is forgotten, and asked for anew every time.
  func keep(_ answer: CachedResponse?, at url: String, account: Int64) throws(SQLiteError) {
    guard let answer else {
      return try connection.run(
        "DELETE FROM answer WHERE account = ?1 AND url = ?2", .integer(account), .text(url))
    }
    try connection.run(
      "INSERT OR REPLACE INTO answer (account, url, etag, next) VALUES (?1, ?2, ?3, ?4)",
      .integer(account), .text(url), .text(answer.etag), Value(answer.next))
  }
}
