import Diary
import SQLite

/// The schema of the journal as a list of migrations. A released migration never changes; later
/// changes are new migrations.
enum Schema {
  /// The application ID in the file header, `cdry` in ASCII, which distinguishes a journal from
  /// other databases.
  static let applicationID = 0x6364_7279

  /// The newest schema version.
  static var version: Int { steps.count }

  /// Defines the SQL functions that the migrations use.
  static func defineFunctions(on connection: borrowing Connection) throws(SQLiteError) {
    try IndexedWords.defineFunction(on: connection)
    try RecordContent.defineFunction(on: connection)
    try connection.define("day_name", arguments: 1) { texts in
      Int(texts[0]).map { .text(EntryRow.id(Day(number: $0))) } ?? .null
    }
  }

  static let steps = [
    notes, account, clones, days, words, records, subjects, toDoDetails, activity, events,
    tagRenames, mirror, following, pullRequests,
  ]

  /// The last schema whose index has no words of subjects.
  static let lastWithoutSubjects = 6

  /// Adds the words of commits' subjects to the index of notes. The words of the notes themselves
  /// stay as they are: FTS5 accepts a number a second time, and a later removal of all words of the
  /// note covers both rows.
  private static let subjects = """
    INSERT INTO note_words (rowid, words)
      SELECT -number, indexed_words('', subject)
      FROM note WHERE subject <> '' AND deleted_at IS NOT NULL ORDER BY number DESC;
    INSERT INTO note_words (rowid, words)
      SELECT number, indexed_words('', subject)
      FROM note WHERE subject <> '' AND deleted_at IS NULL ORDER BY number;
    """

  /// Notes, their versions, their tags, and the index of their words.
  ///
  /// The offset of the user's time zone is stored with each instant, so that a note stays on its
  /// day. Words of a deleted note are stored under the negative of its number, so that the index
  /// can skip it without reading the note.
  private static let notes = """
    CREATE TABLE repository (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      root TEXT
    ) STRICT;
    CREATE INDEX repository_root ON repository (root) WHERE root IS NOT NULL;

    CREATE TABLE note (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      repository INTEGER NOT NULL REFERENCES repository (id),
      sha TEXT,
      subject TEXT,
      author TEXT,
      authored_at INTEGER,
      authored_offset INTEGER,
      patch TEXT,
      version INTEGER NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      created_offset INTEGER NOT NULL,
      created_day INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      updated_offset INTEGER NOT NULL,
      deleted_at INTEGER,
      deleted_offset INTEGER
    ) STRICT;
    CREATE INDEX note_by_time ON note (created_at) WHERE deleted_at IS NULL;
    CREATE INDEX note_by_repository ON note (repository, created_at);
    CREATE INDEX note_by_commit ON note (sha) WHERE sha IS NOT NULL;
    CREATE INDEX note_by_patch ON note (patch) WHERE patch IS NOT NULL;

    CREATE TABLE note_version (
      note INTEGER NOT NULL REFERENCES note (number) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      tags TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      saved_offset INTEGER NOT NULL,
      PRIMARY KEY (note, version)
    ) STRICT;

    CREATE TABLE note_tag (
      note INTEGER NOT NULL REFERENCES note (number) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      tag TEXT NOT NULL,
      key TEXT NOT NULL,
      PRIMARY KEY (note, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX note_tag_key ON note_tag (key);

    CREATE VIRTUAL TABLE note_words USING fts5 (
      title, body, tags, content = '', tokenize = 'ascii'
    );
    INSERT INTO note_words (note_words, rank) VALUES ('rank', 'bm25(8.0, 1.0, 4.0)');
    """

  /// Accounts, and the data fetched from their hosts: repositories, commits, contributions. Except
  /// for the token store of an account, all of it can be deleted and fetched again.
  ///
  /// A `walk` fetches the commits of a repository, newest first: those of one author, or all. Each
  /// commit has a place: in a finished walk, places count up toward the newest commit; during a
  /// walk, they count down from -1 until the walk finishes and replaces the old places.
  private static let account = """
    CREATE TABLE account (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      host TEXT NOT NULL,
      login TEXT NOT NULL,
      name TEXT,
      kept TEXT,
      scopes TEXT,
      rate_limit INTEGER,
      rate_remaining INTEGER,
      rate_resets_at INTEGER,
      refreshed_at INTEGER
    ) STRICT;

    CREATE TABLE answer (
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      url TEXT NOT NULL,
      etag TEXT NOT NULL,
      next TEXT,
      PRIMARY KEY (account, url)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE remote (
      id INTEGER PRIMARY KEY,
      host TEXT NOT NULL,
      number INTEGER NOT NULL,
      key TEXT NOT NULL,
      name TEXT NOT NULL,
      is_private INTEGER NOT NULL,
      is_fork INTEGER NOT NULL,
      is_archived INTEGER NOT NULL,
      pushed_at INTEGER,
      default_branch TEXT,
      UNIQUE (host, number)
    ) STRICT;
    CREATE INDEX remote_by_key ON remote (key);

    CREATE TABLE account_remote (
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      remote INTEGER NOT NULL REFERENCES remote (id) ON DELETE CASCADE,
      page TEXT,
      PRIMARY KEY (account, remote)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE remote_commit (
      id INTEGER PRIMARY KEY,
      remote INTEGER NOT NULL REFERENCES remote (id) ON DELETE CASCADE,
      sha TEXT NOT NULL,
      subject TEXT NOT NULL,
      author TEXT NOT NULL,
      login TEXT,
      authored_at INTEGER NOT NULL,
      authored_offset INTEGER NOT NULL,
      committed_at INTEGER NOT NULL,
      UNIQUE (remote, sha)
    ) STRICT;
    CREATE INDEX remote_commit_by_time ON remote_commit (remote, committed_at);

    CREATE TABLE walk (
      id INTEGER PRIMARY KEY,
      remote INTEGER NOT NULL REFERENCES remote (id) ON DELETE CASCADE,
      author TEXT NOT NULL,
      etag TEXT,
      floor INTEGER,
      pushed_at INTEGER,
      next TEXT,
      next_floor INTEGER,
      UNIQUE (remote, author)
    ) STRICT;

    CREATE TABLE walk_commit (
      walk INTEGER NOT NULL REFERENCES walk (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      commit_id INTEGER NOT NULL REFERENCES remote_commit (id) ON DELETE CASCADE,
      PRIMARY KEY (walk, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX walk_commit_by_commit ON walk_commit (commit_id, walk);

    CREATE TABLE contribution (
      account TEXT NOT NULL,
      day INTEGER NOT NULL,
      count INTEGER,
      level INTEGER NOT NULL,
      asked_at INTEGER NOT NULL,
      PRIMARY KEY (account, day)
    ) STRICT, WITHOUT ROWID;
    """

  /// A cache of the commits in local clones. `clone` is the directory that all working trees of a
  /// clone share, `writer` is the author of the commits.
  private static let clones = """
    CREATE TABLE clone_history (
      id INTEGER PRIMARY KEY,
      clone TEXT NOT NULL,
      writer TEXT NOT NULL,
      read_at INTEGER NOT NULL,
      basis BLOB NOT NULL,
      commits BLOB NOT NULL,
      unpushed BLOB,
      UNIQUE (clone, writer)
    ) STRICT;
    CREATE INDEX clone_history_by_time ON clone_history (read_at);
    """

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
  private static let days = """
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
  private static let words = """
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
