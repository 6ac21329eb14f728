public import Diary
import SQLite

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
