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

extension Schema {
  /// Caches of local clones, so that activity is the same in every directory. All of it can be found
  /// or read again.
  ///
  /// `clone_history` has the commits of a clone: `clone` is the directory that all of its working
  /// trees share, `writer` the author of the commits. `clone_used` has the clones in which the program has
  /// run, `clone_search` the clones that a search of a folder has found, with the states of the folders,
  /// `clone_problem` the problems that the user was told about. `clone_commit` has the commits that were
  /// shown; `name` is the first eight bytes of the commit ID.
  static let clones = """
    CREATE TABLE clone_history (
      clone TEXT NOT NULL,
      writer TEXT NOT NULL,
      read_at INTEGER NOT NULL,
      history BLOB NOT NULL,
      PRIMARY KEY (clone, writer)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE clone_used (
      id INTEGER PRIMARY KEY,
      clone TEXT NOT NULL UNIQUE,
      root TEXT NOT NULL,
      used_on INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE clone_search (
      path TEXT NOT NULL PRIMARY KEY,
      clones BLOB NOT NULL,
      folders BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE clone_problem (
      path TEXT NOT NULL PRIMARY KEY,
      problem TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE clone_commit (
      name INTEGER PRIMARY KEY,
      sha TEXT NOT NULL,
      subject TEXT NOT NULL,
      author TEXT NOT NULL,
      authored_at INTEGER NOT NULL,
      authored_offset INTEGER NOT NULL
    ) STRICT;
    """
}

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
