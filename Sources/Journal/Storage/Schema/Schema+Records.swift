extension Schema {
  /// The last schema with separate tables for notes, entries and to-dos.
  static let lastWithoutRecords = 5

  /// Moves notes, entries and to-dos to one table of records with versions, deletion marks, tags
  /// and an index of words.
  ///
  /// A row of `record` holds the newest version; `record_version` holds the earlier ones. A version
  /// never changes. It has a random ID, the concatenated IDs of the versions it was made from
  /// (`parents`), the device that wrote it, and a time: `clock` is milliseconds since 1970 times
  /// 4096, and always increases, even if the system clock stops or is set back. `hash` is the
  /// SHA-256 of title, body and tags; NULL if it is not known.
  ///
  /// `day` is the day on which a note was written, the day of an entry, or the day of a to-do's
  /// list, where `place` is its number. The ID of an entry is its day. Bodies are the last column,
  /// so that queries for other columns do not read overflow pages. Indexes contain the columns of
  /// their WHERE clause: otherwise SQLite reads the row to check them.
  ///
  /// `purge` lists the texts that were purged or are being purged: see `Journal.purge`.
  ///
  /// Notes keep their numbers, and therefore their index of words.
  static let records = """
    PRAGMA secure_delete = ON;

    CREATE TABLE device (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      clock INTEGER NOT NULL
    ) STRICT;
    INSERT INTO device (number, id, clock) VALUES (1, randomblob(16), 0);

    CREATE TABLE record (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
      id TEXT NOT NULL,
      day INTEGER NOT NULL CHECK (day BETWEEN -719162 AND 2932896),
      version INTEGER NOT NULL,
      version_id BLOB NOT NULL,
      parents BLOB NOT NULL,
      device INTEGER NOT NULL REFERENCES device (number),
      clock INTEGER NOT NULL,
      hash BLOB,
      created_at INTEGER NOT NULL,
      created_offset INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      updated_offset INTEGER NOT NULL,
      deleted_at INTEGER,
      deleted_offset INTEGER,
      repository INTEGER REFERENCES repository (id) CHECK (kind <> 1 OR repository IS NOT NULL),
      sha TEXT,
      subject TEXT,
      author TEXT,
      authored_at INTEGER,
      authored_offset INTEGER,
      patch TEXT,
      place INTEGER CHECK (kind <> 3 OR place IS NOT NULL),
      done_at INTEGER,
      done_offset INTEGER,
      done_day INTEGER,
      origin TEXT,
      weather TEXT,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (kind, id)
    ) STRICT;

    CREATE TABLE record_version (
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      version_id BLOB NOT NULL,
      parents BLOB NOT NULL,
      device INTEGER NOT NULL REFERENCES device (number),
      clock INTEGER NOT NULL,
      hash BLOB,
      saved_at INTEGER NOT NULL,
      saved_offset INTEGER NOT NULL,
      title TEXT NOT NULL,
      tags TEXT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (record, version)
    ) STRICT;

    CREATE TABLE record_tag (
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      tag TEXT NOT NULL,
      key TEXT NOT NULL,
      PRIMARY KEY (record, place)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE purge (
      number INTEGER PRIMARY KEY,
      kind INTEGER NOT NULL,
      id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      begun_at INTEGER NOT NULL,
      completed_at INTEGER
    ) STRICT;
    CREATE INDEX purge_begun ON purge (number) WHERE completed_at IS NULL;

    INSERT INTO record (number, kind, id, day, version, version_id, parents, device, clock, hash,
      created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
      repository, sha, subject, author, authored_at, authored_offset, patch, title, body)
    SELECT number, 1, id, created_day, version, randomblob(16), x'', 1, updated_at * 4096000,
      content_hash(title, body, (SELECT json_group_array(tag) FROM
        (SELECT tag FROM note_tag WHERE note = number ORDER BY place))),
      created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
      repository, sha, subject, author, authored_at, authored_offset, patch, title, body
    FROM note ORDER BY number;

    INSERT INTO record_tag (record, place, tag, key) SELECT note, place, tag, key FROM note_tag;

    -- The numbers of notes that are gone are not given again.
    CREATE TEMP TABLE first AS SELECT
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'note'), 0) AS to_do,
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'note'), 0)
        + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'todo'), 0) AS entry;

    INSERT INTO record (number, kind, id, day, version, version_id, parents, device, clock, hash,
      created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
      place, done_at, done_offset, done_day, origin, title, body)
    SELECT (SELECT to_do FROM first) + serial, 3, id, day, version, randomblob(16), x'', 1,
      updated_at * 4096000, content_hash('', text, ''),
      created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
      number, done_at, done_offset, done_day, origin, '', text
    FROM todo ORDER BY serial;

    INSERT INTO record (number, kind, id, day, version, version_id, parents, device, clock, hash,
      created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
      weather, title, body)
    SELECT (SELECT entry FROM first) + row_number() OVER (ORDER BY day), 2, day_name(day), day,
      version, randomblob(16), x'', 1, updated_at * 4096000, content_hash(title, body, ''),
      created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
      weather, title, body
    FROM entry ORDER BY day;

    INSERT INTO record_version (record, version, version_id, parents, device, clock, hash, saved_at,
      saved_offset, title, tags, body)
    SELECT note, version, randomblob(16), x'', 1, saved_at * 4096000,
      content_hash(title, body, tags), saved_at, saved_offset, title, tags, body
    FROM note_version ORDER BY note, version;
    INSERT INTO record_version (record, version, version_id, parents, device, clock, hash, saved_at,
      saved_offset, title, tags, body)
    SELECT (SELECT to_do FROM first) + todo, version, randomblob(16), x'', 1, saved_at * 4096000,
      content_hash('', text, ''), saved_at, saved_offset, '', '[]', text
    FROM todo_version ORDER BY todo, version;
    INSERT INTO record_version (record, version, version_id, parents, device, clock, hash, saved_at,
      saved_offset, title, tags, body)
    SELECT record.number, old.version, randomblob(16), x'', 1, old.saved_at * 4096000,
      content_hash(old.title, old.body, ''), old.saved_at, old.saved_offset, old.title, '[]',
      old.body
    FROM entry_version AS old JOIN record ON record.kind = 2 AND record.id = day_name(old.day)
    ORDER BY record.number, old.version;
    DROP TABLE temp.first;

    UPDATE record_version SET parents = coalesce((SELECT version_id FROM record_version AS parent
      WHERE parent.record = record_version.record AND parent.version = record_version.version - 1),
      x'') WHERE version > 1;
    UPDATE record SET parents = coalesce((SELECT version_id FROM record_version AS parent
      WHERE parent.record = record.number AND parent.version = record.version - 1), x'')
      WHERE version > 1;
    UPDATE device SET clock = coalesce((SELECT max(clock) FROM record), 0);

    DROP TABLE note_version;
    DROP TABLE note_tag;
    DROP TABLE note;
    DROP TABLE entry_version;
    DROP TABLE entry;
    DROP TABLE todo_version;
    DROP TABLE todo;

    CREATE INDEX record_by_time ON record (kind, created_at) WHERE deleted_at IS NULL;
    CREATE INDEX record_by_day ON record (kind, day, deleted_at) WHERE deleted_at IS NULL;
    CREATE INDEX record_tag_by_key ON record_tag (key);
    CREATE INDEX note_by_repository ON record (kind, repository, deleted_at, created_at)
      WHERE kind = 1;
    CREATE INDEX note_by_commit ON record (kind, sha) WHERE sha IS NOT NULL;
    CREATE INDEX note_by_patch ON record (kind, patch) WHERE patch IS NOT NULL;
    CREATE INDEX entry_without_weather ON record (day)
      WHERE kind = 2 AND weather IS NULL AND deleted_at IS NULL;
    CREATE UNIQUE INDEX todo_by_place ON record (day, place) WHERE kind = 3;
    CREATE INDEX todo_by_day ON record (kind, day, place, done_at, deleted_at)
      WHERE kind = 3 AND deleted_at IS NULL;
    CREATE INDEX todo_open ON record (kind, day, place)
      WHERE kind = 3 AND done_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX todo_by_done_day ON record (kind, done_day) WHERE done_day IS NOT NULL;
    CREATE INDEX todo_by_origin ON record (kind, origin) WHERE origin IS NOT NULL;

    CREATE VIEW note AS SELECT number, id, repository, sha, subject, author, authored_at,
      authored_offset, patch, day, version, hash, created_at, created_offset, updated_at,
      updated_offset, deleted_at, deleted_offset, title, body FROM record WHERE kind = 1;
    CREATE VIEW entry AS SELECT number, id, day, weather, version, hash, created_at,
      created_offset, updated_at, updated_offset, deleted_at, deleted_offset, title, body
      FROM record WHERE kind = 2;
    CREATE VIEW todo AS SELECT number, id, day, place, done_at, done_offset, done_day, origin,
      version, hash, created_at, created_offset, updated_at, updated_offset, deleted_at,
      deleted_offset, body AS text FROM record WHERE kind = 3;

    INSERT INTO entry_words (entry_words) VALUES ('delete-all');
    INSERT INTO entry_words (rowid, words)
      SELECT -number, indexed_words(title, body)
      FROM entry WHERE deleted_at IS NOT NULL ORDER BY number DESC;
    INSERT INTO entry_words (rowid, words)
      SELECT number, indexed_words(title, body)
      FROM entry WHERE deleted_at IS NULL ORDER BY number;
    INSERT INTO todo_words (todo_words) VALUES ('delete-all');
    INSERT INTO todo_words (rowid, words)
      SELECT -number, indexed_words('', text)
      FROM todo WHERE deleted_at IS NOT NULL ORDER BY number DESC;
    INSERT INTO todo_words (rowid, words)
      SELECT number, indexed_words('', text)
      FROM todo WHERE deleted_at IS NULL ORDER BY number;
    """
}
