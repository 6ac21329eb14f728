extension Schema {
  /// Synchronization with other devices.
  ///
  /// A row of `record` has the merge of the newest versions if there are several: its `version_id` is
  /// their IDs one after the other, and these versions are rows of `record_version`. `look` has the
  /// merges that could not keep everything, until the user has looked at them; `heads` are the merged
  /// versions. `purged_version` has the IDs of the versions of purged texts: what was made from them
  /// elsewhere contains the text. `was_seen` is 1 if the version was known where the text was purged.
  ///
  /// `unknown_record` has records of a kind that a newer program writes, and marks of those that were purged,
  /// as they came.
  ///
  /// `taken_back` has texts of other devices that came from an archive whose import was undone, with the
  /// version that deleted them: only here, so that it is never sent.
  ///
  /// `sync_remote` is the remote of the diary: `diary` and `epoch` are those of its file `format`, `tip`
  /// is the commit that was read last. If it is encrypted, `key_number` and `fingerprint` are those of
  /// its key. `unsent` has the versions that are not known to be there, and `sync_segment` the segments
  /// that are, with the IDs of their blobs; an empty ID is that of one that cannot be read.
  static let synchronization = """
    CREATE TABLE look (
      record INTEGER PRIMARY KEY REFERENCES record (number) ON DELETE CASCADE,
      heads BLOB NOT NULL,
      losses INTEGER NOT NULL,
      is_seen INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE unknown_record (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      is_purged INTEGER NOT NULL,
      json TEXT NOT NULL,
      is_sent INTEGER NOT NULL,
      PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE taken_back (
      record INTEGER PRIMARY KEY REFERENCES record (number) ON DELETE CASCADE,
      version BLOB NOT NULL
    ) STRICT;
    CREATE TABLE purged_version (
      id BLOB NOT NULL PRIMARY KEY,
      purge INTEGER NOT NULL REFERENCES purge (number) ON DELETE CASCADE,
      was_seen INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
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
      path TEXT NOT NULL PRIMARY KEY,
      blob TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE unsent (
      number INTEGER PRIMARY KEY,
      version BLOB NOT NULL UNIQUE,
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX commit_fact_unsent ON commit_fact (sha) WHERE is_sent = 0;
    CREATE INDEX rewrite_record_unsent ON rewrite_record (number) WHERE is_sent = 0;
    """
}
