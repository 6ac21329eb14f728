import Records

extension Schema {
  /// Notes, entries and to-dos with their versions, tags and words. Nothing in these tables can be
  /// fetched or read again.
  ///
  /// A row of `record` has the newest version of a text, `record_version` the earlier ones. A version
  /// is the whole state of its record (`RecordState`) and never changes. Every change of the state is
  /// a version, but only a change of the title, body, tags or commit is a new one to the user:
  /// `version` counts those. A version has a random ID, the concatenated IDs of the versions that its
  /// writer saw (`parents`), the device that wrote it, and a time: `clock` is milliseconds since 1970
  /// times 4096, and always increases, even if the system clock stops or is set back. `hash` is that of the
  /// state (`VersionHash`); NULL after a changed text was accepted, and for a merge. `written_in` and
  /// `branch` are the repository and the branch in which a version was written, if they are known.
  ///
  /// `day` is the day on which a note was written, the day of an entry, or that from which a to-do is on the
  /// list. Local to this journal, and not part of versions, are the last number that a to-do had
  /// (`place`) and the numbers of rows. Bodies are behind the columns of lists, so that queries for
  /// those do not read overflow pages. Indexes contain the columns of their WHERE clause:
  /// otherwise SQLite reads the row to check them.
  ///
  /// All occurrences of a recurring to-do have the same `series`; `occurrence` is the date of each by the
  /// rule, even if the to-do was moved. `examined_commit` has the first 64 bits of the IDs of the
  /// commits that were searched for to-dos they finish.
  ///
  /// `source` of a tag is a `TagSource`; the tags of an earlier version are a JSON array of pairs of
  /// tag and source.
  ///
  /// `purge` lists the texts that were purged or are being purged: see `Journal.purge`. A text is
  /// gone from the journal at `removed_at`, and also from all notes references at `completed_at`.
  ///
  /// `written_as` is the ID under which a version of an entry was written, if the day's entry has
  /// another one: two devices may begin an entry for one day. `others` has what no query asks for, and what a
  /// newer program has written, as a JSON object. `is_announced` of this device, and `sent_at` of a purge, say whether other devices
  /// know; `name` and `seen_at` of a device are what its last segment said, and `public_key` is the one
  /// for which others seal.
  ///
  /// A word in the index begins with the letter of its kind (`WordIndex`). Words of a deleted text are stored under the negative of
  /// its number, so that the index can skip it without reading it. Lists of prefixes make searches
  /// for prefixes and common words as fast as for rare ones; positions of words would make the index
  /// three times as large.
  static let records = """
    CREATE TABLE device (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      clock INTEGER NOT NULL,
      name TEXT,
      seen_at INTEGER,
      public_key BLOB,
      is_announced INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO device (number, id, clock) VALUES (1, randomblob(16), 0);

    CREATE TABLE repository (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      root TEXT
    ) STRICT;

    CREATE TABLE record (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
      id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      created_offset INTEGER NOT NULL,
      place INTEGER CHECK (kind <> 3 OR place IS NOT NULL),
      \(state),
      CHECK (kind <> 1 OR repository IS NOT NULL),
      UNIQUE (kind, id)
    ) STRICT;

    CREATE TABLE record_version (
      number INTEGER PRIMARY KEY,
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      tags TEXT NOT NULL,
      \(state)
    ) STRICT;
    CREATE INDEX record_version_by_record ON record_version (record, version);

    CREATE TABLE record_tag (
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      tag TEXT NOT NULL,
      key TEXT NOT NULL,
      source INTEGER NOT NULL,
      PRIMARY KEY (record, place)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE examined_commit (name INTEGER PRIMARY KEY) STRICT;

    CREATE TABLE purge (
      number INTEGER PRIMARY KEY,
      kind INTEGER NOT NULL,
      id TEXT NOT NULL,
      day INTEGER NOT NULL,
      begun_at INTEGER NOT NULL,
      removed_at INTEGER,
      completed_at INTEGER,
      sent_at INTEGER,
      UNIQUE (kind, id)
    ) STRICT;

    CREATE INDEX record_by_time ON record (kind, created_at) WHERE deleted_at IS NULL;
    CREATE INDEX record_by_day ON record (kind, day, done_at, deleted_at)
      WHERE deleted_at IS NULL;
    CREATE INDEX record_by_branch ON record (written_in, branch) WHERE branch IS NOT NULL;
    CREATE INDEX record_version_by_branch ON record_version (written_in, branch)
      WHERE branch IS NOT NULL;
    CREATE INDEX record_tag_by_key ON record_tag (key);
    CREATE INDEX note_by_repository ON record (kind, repository, deleted_at, created_at)
      WHERE kind = 1;
    CREATE INDEX note_by_commit ON record (kind, sha) WHERE sha IS NOT NULL;
    CREATE UNIQUE INDEX entry_by_day ON record (day) WHERE kind = 2;
    CREATE INDEX entry_without_weather ON record (day)
      WHERE kind = 2 AND weather IS NULL AND deleted_at IS NULL;
    CREATE INDEX todo_open ON record (kind, day, due)
      WHERE kind = 3 AND done_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX todo_by_done_day ON record (kind, done_day) WHERE done_day IS NOT NULL;
    CREATE INDEX todo_by_occurrence ON record (series, occurrence) WHERE series IS NOT NULL;

    CREATE VIRTUAL TABLE word_index USING fts5 (
      words, content = '', columnsize = 0, detail = none, tokenize = 'ascii',
      prefix = '2 3 4 5 6 7 8 9 10'
    );
    """

  /// The names of the columns of a version.
  static let stateColumns =
    state.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }

  /// The columns of a version. The newest versions and the earlier ones have the same.
  private static let state = """
    version INTEGER NOT NULL,
    version_id BLOB NOT NULL,
    parents BLOB NOT NULL,
    device INTEGER NOT NULL REFERENCES device (number),
    clock INTEGER NOT NULL,
    hash BLOB,
    updated_at INTEGER NOT NULL,
    updated_offset INTEGER NOT NULL,
    deleted_at INTEGER,
    deleted_offset INTEGER,
    day INTEGER NOT NULL CHECK (day BETWEEN -719162 AND 2932896),
    repository INTEGER REFERENCES repository (id),
    sha TEXT,
    subject TEXT,
    author TEXT,
    authored_at INTEGER,
    authored_offset INTEGER,
    patch TEXT,
    done_at INTEGER,
    done_offset INTEGER,
    done_day INTEGER,
    due INTEGER,
    series TEXT,
    occurrence INTEGER,
    weather TEXT,
    written_in TEXT,
    branch TEXT,
    written_as TEXT,
    others TEXT,
    title TEXT NOT NULL,
    body TEXT NOT NULL
    """
}
