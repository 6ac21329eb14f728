extension Schema {
  /// What accounts did with pull requests and issues, as of the last refresh.
  ///
  /// `account.events_at` is the time of the last complete fetch of events, and `events_since` the
  /// time since which none is missing.
  static let events = """
    CREATE TABLE account_event (
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      item TEXT NOT NULL,
      action TEXT NOT NULL,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      repository TEXT NOT NULL,
      number INTEGER NOT NULL,
      title TEXT NOT NULL,
      url TEXT,
      PRIMARY KEY (account, item, action, at)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX account_event_by_time ON account_event (at);

    ALTER TABLE account ADD COLUMN events_at INTEGER;
    ALTER TABLE account ADD COLUMN events_since INTEGER;
    UPDATE account SET events_at = NULL, events_since = NULL;
    """
}
