public import Diary
import SQLite

// `asked_at` is the time of the request. It is negative for days that have to be requested again,
// no matter how long ago they ended.

extension Journal {
  /// Saves the contributions of an account. The response to the latest request wins.
  public func save(
    _ days: [Contribution], of account: Account, askedAt instant: Instant
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      for day in days {
        try database.run(
          """
          INSERT INTO contribution (account, day, count, level, asked_at)
          VALUES (?1, ?2, ?3, ?4, ?5)
          ON CONFLICT (account, day) DO UPDATE SET count = ?3, level = ?4, asked_at = ?5
          WHERE abs(asked_at) <= ?5
          """, [account.key, day.day, day.count, day.level, instant])
      }
    }
  }

  /// Saves the public contributions of an account that has a token, when the request with the token
  /// failed. Smaller counts do not replace saved ones, and all days are requested again later.
  public func savePublic(
    _ days: [Contribution], of account: Account, askedAt instant: Instant
  ) throws(JournalError) {
    let isMore = "(?3 IS NOT NULL AND (count IS NULL OR count < ?3))"
    try write { () throws(JournalError) in
      for day in days {
        try database.run(
          """
          INSERT INTO contribution (account, day, count, level, asked_at)
          VALUES (?1, ?2, ?3, ?4, -?5)
          ON CONFLICT (account, day) DO UPDATE SET
            count = iif(\(isMore), ?3, count), level = iif(\(isMore), ?4, level),
            asked_at = iif(asked_at < 0, min(asked_at, -?5), asked_at)
          WHERE asked_at < 0 OR \(isMore)
          """, [account.key, day.day, day.count, day.level, instant])
      }
    }
  }

  /// The saved contributions of an account, in order.
  public func contributions(
    of account: Account, from first: Day? = nil, to last: Day? = nil
  ) throws(JournalError) -> [Contribution] {
    // Rows of days outside the calendar come from damage and could overflow date arithmetic.
    try database.rows(
      """
      SELECT day, count, level FROM contribution
      WHERE account = ?1 AND day >= ?2 AND day <= ?3 ORDER BY day
      """,
      [
        account.key, max(first?.number ?? .min, Day.calendar.lowerBound.number),
        min(last?.number ?? .max, Day.calendar.upperBound.number),
      ]
    ) { row in
      Contribution(day: row["day"], count: row["count"], level: row["level"])
    }
  }

  /// The days to request: days without saved data, and days that were last requested within two
  /// weeks after their end, when counts can still change.
  public func unsettledDays(
    of account: Account, in span: ClosedRange<Day>
  ) throws(JournalError) -> [Day] {
    let settled: [Day] = try database.values(
      """
      SELECT day FROM contribution
      WHERE account = ?1 AND day BETWEEN ?2 AND ?3 AND count IS NOT NULL
        AND asked_at >= (day + 14) * 86400
      """, [account.key, span.lowerBound, span.upperBound])
    let known = Set(settled)
    return (span.lowerBound.number...span.upperBound.number).lazy.map(Day.init(number:))
      .filter { !known.contains($0) }
  }

  /// The time of the last request for these days, or `nil` if they were never requested.
  public func contributionsAskedAt(
    of account: Account, in span: ClosedRange<Day>
  ) throws(JournalError) -> Instant? {
    try database.value(
      "SELECT max(abs(asked_at)) FROM contribution WHERE account = ?1 AND day BETWEEN ?2 AND ?3",
      [account.key, span.lowerBound, span.upperBound])
  }

  /// Marks all days to be requested again: an account with a token sees more than the public.
  func unsettleContributions(of account: Account) throws(JournalError) {
    try database.run(
      "UPDATE contribution SET asked_at = -abs(asked_at) WHERE account = ?1", [account.key])
  }

  /// The logins that have saved contributions.
  public func contributors() throws(JournalError) -> [String] {
    let keys: [String] = try database.values(
      "SELECT DISTINCT account FROM contribution ORDER BY account")
    return keys.map { String($0.split(separator: "/").last ?? "") }
  }
}
