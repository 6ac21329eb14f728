extension Schema {
  /// The pull requests that commits of clones name, as fetched from the host. They can be fetched
  /// again. `sha` is the commit by which a pull request was merged; `NULL` if it was not merged, or
  /// if there is none of this number.
  static let pullRequests = """
    CREATE TABLE pull_request (
      id INTEGER PRIMARY KEY,
      repository INTEGER NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      sha TEXT,
      UNIQUE (repository, number)
    ) STRICT;

    CREATE TABLE pull_request_commit (
      pull_request INTEGER NOT NULL REFERENCES pull_request (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      sha TEXT NOT NULL,
      author TEXT NOT NULL,
      authored_at INTEGER NOT NULL,
      PRIMARY KEY (pull_request, place)
    ) STRICT, WITHOUT ROWID;
    """
}
