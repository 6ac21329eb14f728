extension Schema {
  /// Accounts, and the data fetched from their hosts: repositories, commits, contributions. Except
  /// for the token store of an account, all of it can be deleted and fetched again.
  ///
  /// A `walk` fetches the commits of a repository, newest first: those of one author, or all. Each
  /// commit has a place: in a finished walk, places count up toward the newest commit; during a
  /// walk, they count down from -1 until the walk finishes and replaces the old places.
  ///
  /// `account_event` has what accounts did with pull requests and issues, as of the last refresh.
  /// `account.events_at` is the time of the last complete fetch of events, and `events_since` the time
  /// since which none is missing.
  static let account = """
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
      refreshed_at INTEGER,
      events_at INTEGER,
      events_since INTEGER
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
    CREATE INDEX remote_commit_by_authored ON remote_commit (authored_at);

    CREATE TABLE account_event (
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      item TEXT NOT NULL,
      action TEXT NOT NULL,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      repository TEXT NOT NULL,
      number INTEGER NOT NULL,
      title TEXT NOT NULL,
      url TEXT,
      PRIMARY KEY (account, item, action, at)
    ) STRICT, WITHOUT ROWID;
    """
}
