extension Schema {
  /// The commits of notes before they were moved, and the mirrors of notes in git.
  ///
  /// A row of `note_commit` has the repository and the commit of a note in `version` and in the
  /// versions before it, back to the one of the previous row; `sha` is NULL if it had no commit. The
  /// versions after the last row have the commit of the record.
  ///
  /// `mirror` has the clones whose notes are also in a notes reference, and the commit of that
  /// reference with which the journal was last the same. `purged` is the last commit of a history that
  /// was replaced by a purge, until the new one is pushed. `mirror_note` has the notes that were ever
  /// written there or read from there: the commit whose git note contains them and the version that
  /// is there. `sha` is NULL if the git note no longer contains it; the history of the reference
  /// still does.
  static let mirror = """
    CREATE TABLE note_commit (
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      repository INTEGER NOT NULL,
      sha TEXT,
      subject TEXT,
      author TEXT,
      authored_at INTEGER,
      authored_offset INTEGER,
      patch TEXT,
      PRIMARY KEY (record, version)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE mirror (
      number INTEGER PRIMARY KEY,
      clone TEXT NOT NULL UNIQUE,
      root TEXT NOT NULL,
      repository TEXT NOT NULL,
      reference TEXT NOT NULL,
      tip TEXT,
      purged TEXT
    ) STRICT;

    CREATE TABLE mirror_note (
      mirror INTEGER NOT NULL REFERENCES mirror (number) ON DELETE CASCADE,
      note TEXT NOT NULL,
      sha TEXT,
      version INTEGER NOT NULL,
      PRIMARY KEY (mirror, note)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mirror_note_by_commit ON mirror_note (mirror, sha);
    """
}
