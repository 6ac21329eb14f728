public import Diary
import SQLite

extension Journal {
  /// Keeps what a host says of some days of an account. What was asked later counts.
  public func keep(
    _ days: [Contribution], of account: Account, askedAt instant: Instant
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      try ask { () throws(SQLiteError) in
        var statement = try connection.prepare(
          """
          INSERT INTO contribution (account, day, count, level, asked_at)
          VALUES (?1, ?2, ?3, ?4, ?5)
          ON CONFLICT (account, day) DO UPDATE SET count = ?3, level = ?4, asked_at = ?5
          WHERE asked_at <= ?5
          """)
        for day in days {
          try statement.bind([
            .text(account.key), .integer(Int64(day.day.number)), Value(day.count),
            Value(day.level), .integer(instant.secondsSince1970),
          ])
          while try statement.step() {}
        }
      }
    }
  }

  /// What is known of an account's days, in their order.
  public func contributions(
    of account: Account, from first: Day? = nil, to last: Day? = nil
  ) throws(JournalError) -> [Contribution] {
    try ask { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT day, count, level FROM contribution
        WHERE account = ?1 AND day >= ?2 AND day <= ?3 ORDER BY day
        """,
        [
          .text(account.key), .integer(Int64(first?.number ?? .min)),
          .integer(Int64(last?.number ?? .max)),
        ]
      ) { row in
        Contribution(
          day: Day(number: row.int(0)), count: row.optionalInteger(1).map(Int.init),
          level: row.int(2))
      }
    }
  }

  /// When a host was last asked about an account's days; `nil` where it never was.
  public func contributionsAskedAt(of account: Account) throws(JournalError) -> Instant? {
    try ask { () throws(SQLiteError) in
      try connection.first(
        "SELECT max(asked_at) FROM contribution WHERE account = ?1", .text(account.key)
      ) { $0.optionalInteger(0).map { Instant(secondsSince1970: $0) } } ?? nil
    }
  }

  /// The logins of which days are known.
  public func contributors() throws(JournalError) -> [String] {
    try ask { () throws(SQLiteError) in
      try connection.rows("SELECT DISTINCT account FROM contribution ORDER BY account") { row in
        String(row.text(0).split(separator: "/").last ?? "")
      }
    }
  }
}
