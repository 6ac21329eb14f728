import SQLite

/// The shape of the journal's tables, as the row of steps that led to it. A step that has landed is
/// never changed: what comes later is a step of its own.
enum Schema {
  /// `cdry` in the file's header, which tells a journal from any other database.
  static let applicationID = 0x6364_7279

  /// What the newest step makes of the file.
  static var version: Int { steps.count }

  static let steps = [notes]

  /// Notes, their versions, their tags, and the index of their words.
  ///
  /// An instant stands beside the offset of the writer's clock, so that a note stays on its day.
  /// A note that was deleted has its words under the negative of its number: the index then needs
  /// no look at the notes to leave it out.
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
}
