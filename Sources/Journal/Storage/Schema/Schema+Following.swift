extension Schema {
  /// Where commits with notes are after they were rewritten.
  ///
  /// `followed_clone` has the state of each clone at the last check: `clone` is the directory that
  /// all of its working trees share, `root` its path, `repository` the one it was last known as,
  /// `last_note` the highest number of a note that was followed. `followed_commit` has the places
  /// of a commit in a clone: see `CommitPlace`. A place without a commit has an empty `target`.
  ///
  /// `commit_fact` has what identifies a commit after it is gone, and `rewritten_commit` what git
  /// reported to the hook. Neither can be read again.
  ///
  /// A note that is moved to another commit is followed again.
  static let following = """
    CREATE TABLE followed_clone (
      number INTEGER PRIMARY KEY,
      clone TEXT NOT NULL UNIQUE,
      root TEXT NOT NULL,
      repository INTEGER REFERENCES repository (id) ON DELETE SET NULL,
      looked_at INTEGER NOT NULL,
      last_note INTEGER NOT NULL,
      basis BLOB NOT NULL,
      stamp BLOB
    ) STRICT;
    CREATE INDEX followed_clone_by_root ON followed_clone (root);
    CREATE INDEX followed_clone_by_repository ON followed_clone (repository);

    CREATE TABLE followed_commit (
      number INTEGER PRIMARY KEY,
      clone INTEGER NOT NULL REFERENCES followed_clone (number) ON DELETE CASCADE,
      sha TEXT NOT NULL,
      target TEXT NOT NULL,
      evidence TEXT NOT NULL,
      role INTEGER NOT NULL,
      UNIQUE (clone, sha, target)
    ) STRICT;
    CREATE INDEX followed_commit_by_sha ON followed_commit (sha);
    CREATE INDEX followed_commit_by_target ON followed_commit (target);

    CREATE TABLE commit_fact (
      number INTEGER PRIMARY KEY,
      sha TEXT NOT NULL UNIQUE,
      author TEXT NOT NULL,
      authored_at INTEGER NOT NULL,
      committed_at INTEGER,
      tree TEXT,
      parents TEXT NOT NULL,
      patch TEXT,
      change_id TEXT
    ) STRICT;

    CREATE TABLE rewritten_commit (
      number INTEGER PRIMARY KEY,
      old TEXT NOT NULL,
      new TEXT NOT NULL,
      UNIQUE (old, new)
    ) STRICT;

    CREATE TRIGGER note_given_another_commit AFTER UPDATE OF sha, repository ON record
      WHEN new.kind = 1
    BEGIN
      UPDATE followed_clone SET last_note = min(last_note, new.number - 1);
    END;
    """
}
