extension Schema {
  /// Notes, their versions, their tags, and the index of their words.
  ///
  /// The offset of the user's time zone is stored with each instant, so that a note stays on its
  /// day. Words of a deleted note are stored under the negative of its number, so that the index
  /// can skip it without reading the note.
  static let notes = """
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

  /// Adds the words of commits' subjects to the index of notes. The words of the notes themselves
  /// stay as they are: FTS5 accepts a number a second time, and a later removal of all words of the
  /// note covers both rows.
  static let subjects = """
    INSERT INTO note_words (rowid, words)
      SELECT -number, indexed_words('', subject)
      FROM note WHERE subject <> '' AND deleted_at IS NOT NULL ORDER BY number DESC;
    INSERT INTO note_words (rowid, words)
      SELECT number, indexed_words('', subject)
      FROM note WHERE subject <> '' AND deleted_at IS NULL ORDER BY number;
    """
}
