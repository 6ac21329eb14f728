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
