public import Diary
import SQLite

// `asked_at` is when the host was asked. It is negated where the days are to be asked for again,
// however long they have been over.

extension Journal {
  /// Keeps what a host says of some days of an account. What was asked later counts.
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

  /// The days of the years 1 to 9999. A row of any other day was put there by damage, and there is
  /// no calculating with it.
  private static let calendar = -719_162...2_932_896

  /// Keeps what everybody sees of an account whose token sees more, where the host did not answer
  /// who has the token: nothing that is known is replaced by less, and every day is asked for again.
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

  /// What is known of an account's days, in their order.
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

  /// The days that a host is to be asked about: those of which nothing is known, and those that
  /// were not settled yet when it was asked, which they are two weeks after they were over.
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

  /// When a host was last asked about these days; `nil` where it never was.
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

  /// Has all days asked for again: who gets a token sees more than everybody.
  func unsettleContributions(of account: Account) throws(SQLiteError) {
    try connection.run(
      "UPDATE contribution SET asked_at = -abs(asked_at) WHERE account = ?1",
      .text(account.key))
  }

  /// The logins of which days are known.
  public func contributors() throws(JournalError) -> [String] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows("SELECT DISTINCT account FROM contribution ORDER BY account") { row in
        String(row.text(0).split(separator: "/").last ?? "")
      }
    }
  }
}
