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

/// How complete the saved events of an account are.
public struct EventCoverage: Hashable, Sendable {
  /// The time of the last fetch.
  public var fetchedAt: Instant
  /// The earliest change of an item that was asked for.
  public var since: Instant

  public init(fetchedAt: Instant, since: Instant) {
    self.fetchedAt = fetchedAt
    self.since = since
  }
}

extension Journal {
  /// Adds the events of an account. The title, name and page of an item are those of the last fetch.
  ///
  /// - Parameter coverage: the new coverage; `nil` if a part of the events is missing.
  public func save(
    _ events: [HostedEvent], of account: Account, _ coverage: EventCoverage?
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      let row = try row(of: account)
      for event in events {
        let item = event.item
        try database.insert(
          [
            "account": row, "item": item.id, "action": event.action.rawValue, "at": event.at,
            "kind": item.kind.rawValue, "repository": item.repository, "number": item.number,
            "title": item.title, "url": item.url,
          ], into: "account_event", ifThere: .replace)
        try database.run(
          """
          UPDATE account_event SET repository = ?3, number = ?4, title = ?5, url = ?6
          WHERE account = ?1 AND item = ?2 AND (title <> ?5 OR repository <> ?3)
          """, [row, item.id, item.repository.name, item.number, item.title, item.url])
      }
      guard let coverage else { return }
      try database.run(
        "UPDATE account SET events_at = ?2, events_since = ?3 WHERE id = ?1",
        [row, coverage.fetchedAt, coverage.since])
    }
  }

  public func eventCoverage(of account: Account) throws(JournalError) -> EventCoverage? {
    try database.first(
      """
      SELECT events_at, events_since FROM account WHERE key = ?1 AND events_at IS NOT NULL
      """, [account.key]
    ) { row in
      EventCoverage(fetchedAt: row["events_at"], since: row["events_since"])
    }
  }

  /// The events of these accounts on these days, the earliest first, each with its day.
  public func events(
    from first: Day, to last: Day, of own: OwnCommitQuery
  ) throws(JournalError) -> [(day: Day, event: HostedEvent)] {
    guard !own.accounts.isEmpty, first <= last else { return [] }
    let keys = own.accounts.map(\.key)
    let events = try database.rows(
      """
      SELECT action, at, kind, item, repository, account_event.number, title, url
      FROM account_event JOIN account ON account.id = account_event.account
      WHERE at >= ?1 AND at < ?2 AND account.key IN (\(SQL.parameters(keys.count, from: 3)))
      ORDER BY at, repository, account_event.number
      """,
      // The user's day may end a few hours after midnight.
      [first.earliestSecond, (last + 1).secondAfter] + keys
    ) { HostedEvent($0) }
    return events.compactMap(\.self).map { (own.day(of: $0.at), $0) }
      .filter { $0.0 >= first && $0.0 <= last }
  }
}

extension HostedEvent {
  /// `nil` for an action or a kind of another version of the program.
  fileprivate init?(_ row: borrowing Statement) {
    guard let action = Action(rawValue: row["action"]),
      let kind = HostedItem.Kind(rawValue: row["kind"])
    else { return nil }
    self.init(
      action,
      HostedItem(
        id: row["item"], kind: kind, repository: row["repository"], number: row["number"],
        title: row["title"], url: row["url"]),
      at: row["at"])
  }
}
