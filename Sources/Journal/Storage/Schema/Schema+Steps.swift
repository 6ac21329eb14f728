extension Schema {
  /// Schema 19: numbers of to-dos that do not depend on the day, and the log of changes.
  ///
  /// `todo_number` has the number of each to-do that is open or was closed today; `place` of a record
  /// is the last number that it had. `change` is a command of the user, and `change_record` has the
  /// version IDs of each record before and after it; see `Journal.make`. Renames of tags are in this
  /// log too.
  static let numbersAndChanges = """
    CREATE TABLE todo_number (
      number INTEGER PRIMARY KEY,
      record INTEGER NOT NULL UNIQUE REFERENCES record (number) ON DELETE CASCADE
    ) STRICT;
    INSERT OR IGNORE INTO todo_number (number, record)
      SELECT place, number FROM record
      WHERE kind = 3 AND done_at IS NULL AND deleted_at IS NULL AND place > 0 ORDER BY day, place;
    DROP INDEX todo_by_place;
    \(missingNumbers)
    DROP TABLE todo_day;
    DROP TABLE tag_rename;

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
    """

  /// Gives a number to the open to-dos that have none.
  static let missingNumbers = """
    INSERT INTO todo_number (number, record)
      SELECT ifnull((SELECT max(number) FROM todo_number), 0)
          + row_number() OVER (ORDER BY day, place, number), number
      FROM record WHERE kind = 3 AND done_at IS NULL AND deleted_at IS NULL
        AND number NOT IN (SELECT record FROM todo_number);
    UPDATE record SET place = (SELECT number FROM todo_number WHERE record = record.number)
      WHERE number IN (SELECT record FROM todo_number);
    """

  /// Schema 20: where imported texts came from.
  ///
  /// `origin` has an item of an imported file, as it was imported, for the record that it became or is
  /// a part of: `shown` is the paragraph of an entry. `format` and `key` are the format and the ID in
  /// it, `source` and `file` where it was last seen, `hash` the SHA-256 of the item, and `seen` that of
  /// its own file in a folder that is exchanged in both directions. `change` is the import: the origins
  /// of an import that was undone do not count. `replaces` is the origin of the same item before. Before this step, to-dos had origins of their own.
  ///
  /// `purged_origin` has the SHA-256 of the formats and keys of texts that were purged.
  static let origins = """
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
      number INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE
    ) STRICT;
    INSERT INTO origin (record, format, source, file, key, hash, item)
      SELECT number, 'taskwarrior', '', '', origin, x'', json_object('kind', 'toDo', 'text', body,
        'day', day, 'fields', json(ifnull(foreign_fields, '{}')))
      FROM record WHERE origin LIKE '________-____-____-____-____________';
    DROP INDEX todo_by_origin;
    ALTER TABLE record DROP COLUMN origin;
    ALTER TABLE record DROP COLUMN foreign_fields;
    """

  /// Schema 21: synchronization with other devices.
  ///
  /// A row of `record` has the merge of the newest versions if there are several: its `version_id` is
  /// their IDs one after the other, and these versions are rows of `record_version`. `written_as` is the
  /// ID under which a version of an entry was written, if the day's entry has another one: two devices
  /// may begin an entry for one day. `others` has the fields of a newer program as a JSON object.
  ///
  /// `look` has the merges that could not keep everything, until the user has looked at them;
  /// `heads` are the merged versions. `purged_version` has the IDs of the versions of purged texts: what
  /// was made from them elsewhere contains the text.
  ///
  /// `taken_back` has texts of other devices that came from an archive whose import was undone, with the
  /// version that deleted them: only here, so that it is never sent.
  ///
  /// `sync_remote` is the remote of the diary: `diary` and `epoch` are those of its file `format`, `tip`
  /// is the commit that was read last. `unsent` has the versions that are not known to be there, and
  /// `sync_segment` the segments that are, with the IDs of their blobs; an empty ID is that of
  /// one that cannot be read. `is_sent` of evidence, `sent_at`
  /// of a purge, and `is_announced` of this device say the same. `name` and `seen_at` of a device are what
  /// its last segment said. If the remote is encrypted, `key_number` and `fingerprint` are those of its
  /// key, and `public_key` of a device is the one for which others seal.
  static let synchronization = """
    ALTER TABLE record ADD COLUMN written_as TEXT;
    ALTER TABLE record ADD COLUMN others TEXT;
    ALTER TABLE record_version ADD COLUMN written_as TEXT;
    ALTER TABLE record_version ADD COLUMN others TEXT;
    ALTER TABLE device ADD COLUMN name TEXT;
    ALTER TABLE device ADD COLUMN seen_at INTEGER;
    ALTER TABLE device ADD COLUMN public_key BLOB;
    ALTER TABLE device ADD COLUMN is_announced INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE purge ADD COLUMN sent_at INTEGER;
    ALTER TABLE purged_origin ADD COLUMN is_sent INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE commit_fact ADD COLUMN is_sent INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rewrite_record ADD COLUMN is_sent INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE look (
      record INTEGER PRIMARY KEY REFERENCES record (number) ON DELETE CASCADE,
      heads BLOB NOT NULL,
      losses INTEGER NOT NULL,
      is_seen INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE taken_back (
      record INTEGER PRIMARY KEY REFERENCES record (number) ON DELETE CASCADE,
      version BLOB NOT NULL
    ) STRICT;
    CREATE TABLE purged_version (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      purge INTEGER NOT NULL REFERENCES purge (number) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX purged_version_by_purge ON purged_version (purge);
    CREATE TABLE sync_remote (
      number INTEGER PRIMARY KEY CHECK (number = 1),
      address TEXT NOT NULL,
      diary TEXT NOT NULL,
      epoch TEXT NOT NULL,
      tip TEXT,
      synced_at INTEGER,
      failed_at INTEGER,
      failure TEXT,
      key_number INTEGER,
      fingerprint TEXT
    ) STRICT;
    CREATE TABLE sync_segment (
      number INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      blob TEXT NOT NULL
    ) STRICT;
    CREATE TABLE unsent (
      number INTEGER PRIMARY KEY,
      version BLOB NOT NULL UNIQUE,
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX unsent_by_record ON unsent (record);
    CREATE INDEX commit_fact_unsent ON commit_fact (number) WHERE is_sent = 0;
    CREATE INDEX rewrite_record_unsent ON rewrite_record (number) WHERE is_sent = 0;
    CREATE INDEX purge_unsent ON purge (number) WHERE sent_at IS NULL;
    """

  /// Schema 22: the texts that were written on a branch are found without reading all of them.
  static let branches = """
    CREATE INDEX record_by_branch ON record (written_in, branch) WHERE branch IS NOT NULL;
    CREATE INDEX record_version_by_branch ON record_version (written_in, branch)
      WHERE branch IS NOT NULL;
    """
}
