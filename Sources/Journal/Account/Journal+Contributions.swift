public import Diary
import SQLite

// `asked_at` is the time of the request. It is negative for days that have to be requested again,
// no matter how long ago they ended.

extension Journal {
  /// Saves the contributions of an account. The response to the latest request wins.
  public func keep(
    _ days: [Contribution], of account: Account, askedAt instant: Instant
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        var statement = try connection.prepare(
          """
          INSERT INTO contribution (account, day, count, level, asked_at)
          VALUES (?1, ?2, ?3, ?4, ?5)
          ON CONFLICT (account, day) DO UPDATE SET count = ?3, level = ?4, asked_at = ?5
          WHERE abs(asked_at) <= ?5
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

  /// The days of the years 1 to 9999. Rows of other days come from damage and could overflow date
  /// arithmetic.
  private static let calendar = -719_162...2_932_896

  /// Saves the public contributions of an account that has a token, when the request with the token
  /// failed. Smaller counts do not replace saved ones, and all days are requested again later.
  public func keepPublic(
    _ days: [Contribution], of account: Account, askedAt instant: Instant
  ) throws(JournalError) {
    let isMore = "(?3 IS NOT NULL AND (count IS NULL OR count < ?3))"
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        var statement = try connection.prepare(
          """
          INSERT INTO contribution (account, day, count, level, asked_at)
          VALUES (?1, ?2, ?3, ?4, -?5)
          ON CONFLICT (account, day) DO UPDATE SET
            count = iif(\(isMore), ?3, count), level = iif(\(isMore), ?4, level),
            asked_at = iif(asked_at < 0, min(asked_at, -?5), asked_at)
          WHERE asked_at < 0 OR \(isMore)
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

  /// The saved contributions of an account, in order.
  public func contributions(
    of account: Account, from first: Day? = nil, to last: Day? = nil
  ) throws(JournalError) -> [Contribution] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT day, count, level FROM contribution
        WHERE account = ?1 AND day >= ?2 AND day <= ?3 ORDER BY day
        """,
        [
          .text(account.key),
          .integer(Int64(max(first?.number ?? .min, Self.calendar.lowerBound))),
          .integer(Int64(min(last?.number ?? .max, Self.calendar.upperBound))),
        ]
      ) { row in
        Contribution(
          day: Day(number: row.int(0)), count: row.optionalInteger(1).map { Int($0) },
          level: row.int(2))
      }
    }
  }

  /// The days to request: days without saved data, and days that were last requested within two
  /// weeks after their end, when counts can still change.
  public func unsettledDays(
    of account: Account, in span: ClosedRange<Day>
  ) throws(JournalError) -> [Day] {
    let settled = try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT day FROM contribution
        WHERE account = ?1 AND day BETWEEN ?2 AND ?3 AND count IS NOT NULL
          AND asked_at >= (day + 14) * 86400
        """,
        [
          .text(account.key), .integer(Int64(span.lowerBound.number)),
          .integer(Int64(span.upperBound.number)),
        ]
      ) { Day(number: $0.int(0)) }
    }
    let known = Set(settled)
    return (span.lowerBound.number...span.upperBound.number).lazy.map(Day.init(number:))
      .filter { !known.contains($0) }
  }

  /// The time of the last request for these days, or `nil` if they were never requested.
  public func contributionsAskedAt(
    of account: Account, in span: ClosedRange<Day>
  ) throws(JournalError) -> Instant? {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT max(abs(asked_at)) FROM contribution WHERE account = ?1 AND day BETWEEN ?2 AND ?3",
        .text(account.key), .integer(Int64(span.lowerBound.number)),
        .integer(Int64(span.upperBound.number))
      ) { $0.optionalInteger(0).map { Instant(secondsSince1970: $0) } } ?? nil
    }
  }

  /// Marks all days to be requested again: an account with a token sees more than the public.
  func unsettleContributions(of account: Account) throws(SQLiteError) {
    try connection.run(
      "UPDATE contribution SET asked_at = -abs(asked_at) WHERE account = ?1",
      .text(account.key))
  }

  /// The logins that have saved contributions.
  public func contributors() throws(JournalError) -> [String] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows("SELECT DISTINCT account FROM contribution ORDER BY account") { row in
        String(row.text(0).split(separator: "/").last ?? "")
      }
    }
  }
}
