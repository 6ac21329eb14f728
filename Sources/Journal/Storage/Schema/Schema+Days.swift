extension Schema {
  /// Entries and to-dos, their versions, their word indexes, and indexes for the calendar.
  ///
  /// A day has a single row in `entry`: an entry written after a deletion is its next version.
  /// Bodies are the last column, so that queries for other columns do not read overflow pages.
  /// Indexes contain the columns of their WHERE clause, because SQLite reads the row to check them
  /// otherwise. The number of an entry in the word index is its day, counted from January 1 of year
  /// 1, so that it is positive.
  ///
  /// `todo_day` has the last number that was assigned on a day; numbers are never used again.
  /// `origin` identifies an imported to-do in the program it came from.
  static let days = """
    CREATE TABLE entry (
      day INTEGER PRIMARY KEY CHECK (day BETWEEN -719162 AND 2932896),
      version INTEGER NOT NULL,
      title TEXT NOT NULL,
      weather TEXT,
      created_at INTEGER NOT NULL,
      created_offset INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      updated_offset INTEGER NOT NULL,
      deleted_at INTEGER,
      deleted_offset INTEGER,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX entry_by_day ON entry (day, deleted_at) WHERE deleted_at IS NULL;
    CREATE INDEX entry_without_weather ON entry (day)
      WHERE weather IS NULL AND deleted_at IS NULL;

    CREATE TABLE entry_version (
      day INTEGER NOT NULL REFERENCES entry (day) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      saved_offset INTEGER NOT NULL,
      PRIMARY KEY (day, version)
    ) STRICT;

    CREATE VIRTUAL TABLE entry_words USING fts5 (
      title, body, content = '', tokenize = 'ascii'
    );
    INSERT INTO entry_words (entry_words, rank) VALUES ('rank', 'bm25(8.0, 1.0)');

    CREATE TABLE todo (
      serial INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      day INTEGER NOT NULL CHECK (day BETWEEN -719162 AND 2932896),
      number INTEGER NOT NULL,
      version INTEGER NOT NULL,
      text TEXT NOT NULL,
      done_at INTEGER,
      done_offset INTEGER,
      done_day INTEGER,
      created_at INTEGER NOT NULL,
      created_offset INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      updated_offset INTEGER NOT NULL,
      deleted_at INTEGER,
      deleted_offset INTEGER,
      origin TEXT,
      UNIQUE (day, number)
    ) STRICT;
    CREATE INDEX todo_by_day ON todo (day, number, done_at, deleted_at)
      WHERE deleted_at IS NULL;
    CREATE INDEX todo_open ON todo (day, number) WHERE done_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX todo_by_done_day ON todo (done_day)
      WHERE done_day IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX todo_by_origin ON todo (origin) WHERE origin IS NOT NULL;

    CREATE TABLE todo_day (
      day INTEGER PRIMARY KEY,
      last INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE todo_version (
      todo INTEGER NOT NULL REFERENCES todo (serial) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      text TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      saved_offset INTEGER NOT NULL,
      PRIMARY KEY (todo, version)
    ) STRICT;

    CREATE VIRTUAL TABLE todo_words USING fts5 (text, content = '', tokenize = 'ascii');

    CREATE INDEX note_by_day ON note (created_day, deleted_at) WHERE deleted_at IS NULL;
    CREATE INDEX remote_commit_by_authored ON remote_commit (authored_at);
    """

  /// Rebuilds the word indexes. They get lists of prefixes, so that searches for prefixes and
  /// common words are as fast as for rare ones, and lose the positions of words, which would make
  /// them three times as large. Words of headings are added a second time. The old indexes are
  /// overwritten. Texts are added in the order of their numbers in the index, deleted ones first,
  /// because FTS5 starts a new segment whenever a number is lower than the previous one.
  static let words = """
    PRAGMA secure_delete = ON;
    DROP TABLE note_words;
    DROP TABLE entry_words;
    DROP TABLE todo_words;

    CREATE VIRTUAL TABLE note_words USING fts5 (
      words, content = '', columnsize = 0, detail = none, tokenize = 'ascii',
      prefix = '1 2 3 4 5 6 7 8 9'
    );
    CREATE VIRTUAL TABLE entry_words USING fts5 (
      words, content = '', columnsize = 0, detail = none, tokenize = 'ascii',
      prefix = '1 2 3 4 5 6 7 8 9'
    );
    CREATE VIRTUAL TABLE todo_words USING fts5 (
      words, content = '', columnsize = 0, detail = none, tokenize = 'ascii',
      prefix = '1 2 3 4 5 6 7 8 9'
    );

    INSERT INTO note_words (rowid, words)
      SELECT -number, indexed_words(
        title || char(10) || ifnull(
          (SELECT group_concat(tag, char(10)) FROM note_tag WHERE note = number), ''),
        body)
      FROM note WHERE deleted_at IS NOT NULL ORDER BY number DESC;
    INSERT INTO note_words (rowid, words)
      SELECT number, indexed_words(
        title || char(10) || ifnull(
          (SELECT group_concat(tag, char(10)) FROM note_tag WHERE note = number), ''),
        body)
      FROM note WHERE deleted_at IS NULL ORDER BY number;
    INSERT INTO entry_words (rowid, words)
      SELECT -day - 719163, indexed_words(title, body)
      FROM entry WHERE deleted_at IS NOT NULL ORDER BY day DESC;
    INSERT INTO entry_words (rowid, words)
      SELECT day + 719163, indexed_words(title, body)
      FROM entry WHERE deleted_at IS NULL ORDER BY day;
    INSERT INTO todo_words (rowid, words)
      SELECT -serial, indexed_words('', text)
      FROM todo WHERE deleted_at IS NOT NULL ORDER BY serial DESC;
    INSERT INTO todo_words (rowid, words)
      SELECT serial, indexed_words('', text)
      FROM todo WHERE deleted_at IS NULL ORDER BY serial;

    DROP INDEX note_by_repository;
    CREATE INDEX note_by_repository ON note (repository, deleted_at, created_at);
    """
}
