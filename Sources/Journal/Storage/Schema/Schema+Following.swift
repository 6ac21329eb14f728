extension Schema {
  /// Where commits with notes are after they were rewritten, and the mirrors of notes in git.
  ///
  /// `followed_clone` has the state of each clone at the last check: `clone` is the directory that
  /// all of its working trees share, `root` its path, `repository` the one it was last known as,
  /// `last_note` the highest number of a note that was followed. `followed_commit` has the places
  /// of a commit in a clone: see `CommitPlace`. A place without a commit has an empty `target`. A
  /// note that is moved to another commit is followed again.
  ///
  /// `commit_fact` has what identifies a commit after it is gone, and `rewrite_record` what was seen
  /// of the rewriting in the clones of a repository: see `RewriteRecord`. Neither can be read again,
  /// so that rows are only added. `is_sent` is 1 after other devices can read them.
  ///
  /// `mirror` has the clones whose notes are also in a notes reference, and the commit of that
  /// reference with which the journal was last the same. `mirror_remote` has the remotes whose notes
  /// `git fetch` fetches, and the commit there that was merged last; `is_replaced` is 1 from when a
  /// purge has replaced the history of the reference until the new one is pushed.
  ///
  /// `mirror_note` has the notes that the history of the reference may contain, with the commit whose
  /// git note contains them and the version that is there. `sha` is NULL if no git note contains it,
  /// and empty if it was removed there: then it is written again only after it was changed here.
  /// `is_elsewhere` is 1 if the clone does not have that commit, to which others have moved the note.
  ///
  /// `pull_request` has the pull requests that commits of clones name, as fetched from the host, with
  /// the commit by which each was merged; NULL if it was not merged, or if there is none of this
  /// number. Its `commits` are a JSON array, as in an archive.
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

    CREATE TRIGGER note_given_another_commit AFTER UPDATE OF sha, repository ON record
      WHEN new.kind = 1
    BEGIN
      UPDATE followed_clone SET last_note = min(last_note, new.number - 1);
      UPDATE mirror_note SET is_elsewhere = 0 WHERE note = new.id;
    END;

    CREATE TABLE commit_fact (
      sha TEXT NOT NULL PRIMARY KEY,
      author TEXT NOT NULL,
      authored_at INTEGER NOT NULL,
      committed_at INTEGER,
      tree TEXT,
      parents TEXT NOT NULL,
      patch TEXT,
      change_id TEXT,
      is_sent INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE rewrite_record (
      number INTEGER PRIMARY KEY,
      repository INTEGER NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
      kind INTEGER NOT NULL,
      old TEXT NOT NULL,
      new TEXT NOT NULL,
      is_sent INTEGER NOT NULL DEFAULT 0,
      UNIQUE (repository, old, new, kind)
    ) STRICT;

    CREATE TABLE mirror (
      number INTEGER PRIMARY KEY,
      clone TEXT NOT NULL UNIQUE,
      root TEXT NOT NULL,
      repository TEXT NOT NULL,
      reference TEXT NOT NULL,
      tip TEXT
    ) STRICT;

    CREATE TABLE mirror_remote (
      mirror INTEGER NOT NULL REFERENCES mirror (number) ON DELETE CASCADE,
      name TEXT NOT NULL,
      tip TEXT,
      is_replaced INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (mirror, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE mirror_note (
      mirror INTEGER NOT NULL REFERENCES mirror (number) ON DELETE CASCADE,
      note TEXT NOT NULL,
      sha TEXT,
      version INTEGER NOT NULL,
      is_elsewhere INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (mirror, note)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mirror_note_by_commit ON mirror_note (mirror, sha);

    CREATE TABLE pull_request (
      repository INTEGER NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      sha TEXT,
      commits TEXT NOT NULL,
      PRIMARY KEY (repository, number)
    ) STRICT, WITHOUT ROWID;
    """
}
