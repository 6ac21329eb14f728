extension Schema {
  /// Numbers of to-dos, the log of changes, and where imported texts came from.
  ///
  /// `todo_number` has the number of each to-do that is open or was closed today. `change` is a command
  /// of the user, and `change_record` has the version IDs of each record before and after it; see
  /// `Journal.make`.
  ///
  /// `origin` has an item of an imported file, as it was imported, for the record that it became or is
  /// a part of: `shown` is the paragraph of an entry. `format` and `key` are the format and the ID in
  /// it, `source` and `file` where it was last seen, `hash` the SHA-256 of the item, and `seen` that of
  /// its own file in a folder that is exchanged in both directions. `change` is the import: the origins
  /// of an import that was undone do not count. `replaces` is the origin of the same item before.
  ///
  /// `purged_origin` has the SHA-256 of the formats and keys of texts that were purged.
  static let changes = """
    CREATE TABLE todo_number (
      number INTEGER PRIMARY KEY,
      record INTEGER NOT NULL UNIQUE REFERENCES record (number) ON DELETE CASCADE
    ) STRICT;

    CREATE TABLE change (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      what TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      made_offset INTEGER NOT NULL,
      is_undone INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE change_record (
      change INTEGER NOT NULL REFERENCES change (number) ON DELETE CASCADE,
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      before BLOB NOT NULL,
      after BLOB NOT NULL,
      PRIMARY KEY (change, record)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX change_by_record ON change_record (record);

    CREATE TABLE origin (
      number INTEGER PRIMARY KEY,
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      change INTEGER REFERENCES change (number) ON DELETE SET NULL,
      format TEXT NOT NULL,
      source TEXT NOT NULL,
      file TEXT NOT NULL,
      key TEXT,
      hash BLOB NOT NULL,
      seen BLOB,
      item TEXT NOT NULL,
      shown TEXT,
      replaces INTEGER
    ) STRICT;
    CREATE INDEX origin_by_replaced ON origin (replaces) WHERE replaces IS NOT NULL;
    CREATE INDEX origin_by_record ON origin (record);
    CREATE INDEX origin_by_change ON origin (change) WHERE change IS NOT NULL;
    CREATE INDEX origin_by_key ON origin (format, key) WHERE key IS NOT NULL;
    CREATE INDEX origin_by_hash ON origin (format, hash);
    CREATE INDEX origin_by_source ON origin (source, format);
    CREATE TABLE purged_origin (
      hash BLOB NOT NULL PRIMARY KEY,
      is_sent INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    """
}
