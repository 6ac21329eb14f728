/// Journals of earlier versions of the program, as SQL. This text is never changed, because such
/// files exist.
enum OldJournal {
  /// The steps to each schema, with the data of a user.
  static let steps = [
    notes, account, clones, days, words, records, subjects, toDoDetails, activity,
    events, tagRenames, mirror, following, pullRequests,
  ]

  /// The SQL of a journal with this schema.
  static func dump(schema: Int) -> String {
    """
    PRAGMA journal_mode = WAL;
    BEGIN;
    \(steps.prefix(schema).joined(separator: "\n"))
    PRAGMA application_id = 1667527289;
    PRAGMA user_version = \(schema);
    COMMIT;
    """
  }

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

    INSERT INTO repository VALUES (1, 'github.com/a/b', 'github.com/A/b', NULL);
    INSERT INTO repository VALUES (2, '/home/octocat/c', '/home/octocat/c', 'r00t');
    INSERT INTO note VALUES (1, '7kq2m9x4c1ab', 1, 'abcd', 'Subject', '이름', 1763600000, -28800,
      'p1', 2, '제목', '둘째 글', 1763690000, 32400, 20413, 1763690100, 32400, NULL, NULL);
    INSERT INTO note VALUES (2, '8000zzzzzzzz', 2, NULL, NULL, NULL, NULL, NULL,
      NULL, 1, 'gone', 'deleted words', 1763690000, 0, 20413, 1763690000, 0, 1763690200, 3600);
    INSERT INTO note_version VALUES (1, 1, 'old', '첫 글', '["Perf","two words"]', 1763690000, 32400);
    INSERT INTO note_tag VALUES (1, 0, 'Perf', 'perf');
    INSERT INTO note_words (rowid, title, body, tags) VALUES (1, '제목 목', '둘째 째 글', 'perf');
    INSERT INTO note_words (rowid, title, body, tags) VALUES (-2, 'gone', 'deleted words', '');
    """

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

    INSERT INTO account VALUES (1, 'github.com/octocat', 'github.com', 'Octocat', 'The Octocat',
      'keyring', 'repo,read:user', 5000, 4987, 1763693600, 1763690000);
    INSERT INTO remote VALUES (1, 'github.com', 77, 'github.com/a/b', 'github.com/A/b', 0, 0, 0,
      1763690000, 'main');
    INSERT INTO account_remote VALUES (1, 1, 'https://api.github.com/user/repos');
    INSERT INTO remote_commit VALUES (1, 1, 'abcd', 'Subject', 'The Octocat', 'octocat', 1763690000,
      0, 1763690000);
    INSERT INTO walk VALUES (1, 1, 'octocat', 'W/"1"', NULL, 1763690000, NULL, NULL);
    INSERT INTO walk_commit VALUES (1, 1, 1);
    INSERT INTO contribution VALUES ('github.com/octocat', 20413, 7, 3, 1763690000);
    """

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

    INSERT INTO clone_history VALUES (1, '/home/octocat/c/.git', 'octocat', 1763690000, x'0102', x'',
      NULL);
    """

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

    INSERT INTO entry VALUES (20413, 2, '하루', '{"place":"서울"}', 1763690000, 32400, 1763690100,
      32400, NULL, NULL, '둘째 글');
    INSERT INTO entry VALUES (-1, 1, 'gone', NULL, 0, 0, 0, 0, 1763690200, 3600, 'deleted words');
    INSERT INTO entry_version VALUES (20413, 1, 'old', '첫 글', 1763690000, 32400);
    INSERT INTO entry_words (rowid, title, body) VALUES (739576, '하루 루', '둘째 째 글');
    INSERT INTO entry_words (rowid, title, body) VALUES (-719162, 'gone', 'deleted words');
    INSERT INTO todo VALUES (1, '7kq2m9x4c1ab', 20413, 2, 2, '하나', 1763690200, 32400, 20413,
      1763690000, 32400, 1763690100, 32400, NULL, NULL, NULL);
    INSERT INTO todo VALUES (2, '8000zzzzzzzz', 20413, 3, 1, 'gone', NULL, NULL, NULL,
      1763690000, 32400, 1763690000, 32400, 1763690200, 32400,
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf6');
    INSERT INTO todo_day VALUES (20413, 4);
    INSERT INTO todo_version VALUES (1, 1, 'one', 1763690000, 32400);
    INSERT INTO todo_words (rowid, text) VALUES (1, '하나 나');
    INSERT INTO todo_words (rowid, text) VALUES (-2, 'gone');
    """

  private static let words = """
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
      VALUES (1, '제목 \u{80}제목 목 \u{80}목 perf \u{80}perf 둘째 째 글');
    INSERT INTO note_words (rowid, words) VALUES (-2, 'gone \u{80}gone deleted words');
    INSERT INTO entry_words (rowid, words) VALUES (739576, '하루 \u{80}하루 루 \u{80}루 둘째 째 글');
    INSERT INTO entry_words (rowid, words) VALUES (-719162, 'gone \u{80}gone deleted words');
    INSERT INTO todo_words (rowid, words) VALUES (1, '하나 나');
    INSERT INTO todo_words (rowid, words) VALUES (-2, 'gone');

    DROP INDEX note_by_repository;
    CREATE INDEX note_by_repository ON note (repository, deleted_at, created_at);
    """

  private static let records = """
    CREATE TABLE device (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      clock INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE record (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
      id TEXT NOT NULL,
      day INTEGER NOT NULL CHECK (day BETWEEN -719162 AND 2932896),
      version INTEGER NOT NULL,
      version_id BLOB NOT NULL,
      parents BLOB NOT NULL,
      device INTEGER NOT NULL REFERENCES device (number),
      clock INTEGER NOT NULL,
      hash BLOB,
      created_at INTEGER NOT NULL,
      created_offset INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      updated_offset INTEGER NOT NULL,
      deleted_at INTEGER,
      deleted_offset INTEGER,
      repository INTEGER REFERENCES repository (id) CHECK (kind <> 1 OR repository IS NOT NULL),
      sha TEXT,
      subject TEXT,
      author TEXT,
      authored_at INTEGER,
      authored_offset INTEGER,
      patch TEXT,
      place INTEGER CHECK (kind <> 3 OR place IS NOT NULL),
      done_at INTEGER,
      done_offset INTEGER,
      done_day INTEGER,
      origin TEXT,
      weather TEXT,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (kind, id)
    ) STRICT;

    CREATE TABLE record_version (
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      version_id BLOB NOT NULL,
      parents BLOB NOT NULL,
      device INTEGER NOT NULL REFERENCES device (number),
      clock INTEGER NOT NULL,
      hash BLOB,
      saved_at INTEGER NOT NULL,
      saved_offset INTEGER NOT NULL,
      title TEXT NOT NULL,
      tags TEXT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (record, version)
    ) STRICT;

    CREATE TABLE record_tag (
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      tag TEXT NOT NULL,
      key TEXT NOT NULL,
      PRIMARY KEY (record, place)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE purge (
      number INTEGER PRIMARY KEY,
      kind INTEGER NOT NULL,
      id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      begun_at INTEGER NOT NULL,
      completed_at INTEGER
    ) STRICT;

    INSERT INTO device VALUES (1, x'000102030405060708090a0b0c0d0e0f', 7224066969600000);
    INSERT INTO record (number, kind, id, day, version, version_id, parents, device, clock, hash,
      created_at, created_offset, updated_at, updated_offset, repository, sha, subject, author,
      authored_at, authored_offset, patch, title, body)
      VALUES (1, 1, '7kq2m9x4c1ab', 20413, 2, x'12', x'11', 1, 7224074649600000,
        x'92d585a2d432cc6f09f4e56efbe0efb0d8df7fc8f89b26abb781f351e900b31e',
        1763690000, 32400, 1763690100, 32400, 1, 'abcd', 'Subject', '이름',
        1763600000, -28800, 'p1', '제목', '둘째 글');
    INSERT INTO record (number, kind, id, day, version, version_id, parents, device, clock, hash,
      created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
      repository, title, body)
      VALUES (2, 1, '8000zzzzzzzz', 20413, 1, x'21', x'', 1, 7224074240000000,
        x'983f1ac4f97249699d5adae46c8def54d89c31da863e27d6fc6569ed8035dd87',
        1763690000, 0, 1763690000, 0, 1763690200, 3600, 2, 'gone', 'deleted words');
    INSERT INTO record (number, kind, id, day, version, version_id, parents, device, clock, hash,
      created_at, created_offset, updated_at, updated_offset, place, done_at, done_offset,
      done_day, title, body)
      VALUES (3, 3, '7kq2m9x4c1ab', 20413, 2, x'32', x'31', 1, 7224074649600000,
        x'ed4851765840a008bbfb7aa61f5a4fb452af3f7605cc136c22528b3e71a262b9',
        1763690000, 32400, 1763690100, 32400, 2, 1763690200, 32400, 20413, '', '하나');
    INSERT INTO record (number, kind, id, day, version, version_id, parents, device, clock, hash,
      created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset, place,
      origin, title, body)
      VALUES (4, 3, '8000zzzzzzzz', 20413, 1, x'41', x'', 1, 7224074240000000,
        x'e00cbd3e054c750935a0284be24f56e2bf273412e79ee15ee96b8d23a8bd195b',
        1763690000, 32400, 1763690000, 32400, 1763690200, 32400, 3,
        'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '', 'gone');
    INSERT INTO record (number, kind, id, day, version, version_id, parents, device, clock, hash,
      created_at, created_offset, updated_at, updated_offset, deleted_at, deleted_offset, title,
      body)
      VALUES (5, 2, '1969-12-31', -1, 1, x'51', x'', 1, 0,
        x'983f1ac4f97249699d5adae46c8def54d89c31da863e27d6fc6569ed8035dd87',
        0, 0, 0, 0, 1763690200, 3600, 'gone', 'deleted words');
    INSERT INTO record (number, kind, id, day, version, version_id, parents, device, clock, hash,
      created_at, created_offset, updated_at, updated_offset, weather, title, body)
      VALUES (6, 2, '2025-11-21', 20413, 2, x'62', x'61', 1, 7224074649600000,
        x'0c9c621fbed079ec49430efe84aa455b4021457c7732be3ca10c1e469acc8eaf',
        1763690000, 32400, 1763690100, 32400, '{"place":"서울"}', '하루', '둘째 글');
    INSERT INTO record_version VALUES (1, 1, x'11', x'', 1, 7224074240000000,
      x'de3353dce572a35a166515827b5d3a259ef9dfdbb3142d6a5f9f0ac13767492d',
      1763690000, 32400, 'old', '["Perf","two words"]', '첫 글');
    INSERT INTO record_version VALUES (3, 1, x'31', x'', 1, 7224074240000000,
      x'03e9eab2eb2a53c5bfd929b370cae2f170e00250429bc700ef990de40f0397b3',
      1763690000, 32400, '', '[]', 'one');
    INSERT INTO record_version VALUES (6, 1, x'61', x'', 1, 7224074240000000,
      x'16b58b05292fb80c6a2463b19851336df7ca358b71a667216d6df456b298464e',
      1763690000, 32400, 'old', '[]', '첫 글');
    INSERT INTO record_tag VALUES (1, 0, 'Perf', 'perf');

    DELETE FROM repository WHERE id > 2;
    DROP TABLE note_version;
    DROP TABLE note_tag;
    DROP TABLE note;
    DROP TABLE entry_version;
    DROP TABLE entry;
    DROP TABLE todo_version;
    DROP TABLE todo;

    CREATE INDEX purge_begun ON purge (number) WHERE completed_at IS NULL;
    CREATE INDEX record_by_time ON record (kind, created_at) WHERE deleted_at IS NULL;
    CREATE INDEX record_by_day ON record (kind, day, deleted_at) WHERE deleted_at IS NULL;
    CREATE INDEX record_tag_by_key ON record_tag (key);
    CREATE INDEX note_by_repository ON record (kind, repository, deleted_at, created_at)
      WHERE kind = 1;
    CREATE INDEX note_by_commit ON record (kind, sha) WHERE sha IS NOT NULL;
    CREATE INDEX note_by_patch ON record (kind, patch) WHERE patch IS NOT NULL;
    CREATE INDEX entry_without_weather ON record (day)
      WHERE kind = 2 AND weather IS NULL AND deleted_at IS NULL;
    CREATE UNIQUE INDEX todo_by_place ON record (day, place) WHERE kind = 3;
    CREATE INDEX todo_by_day ON record (kind, day, place, done_at, deleted_at)
      WHERE kind = 3 AND deleted_at IS NULL;
    CREATE INDEX todo_open ON record (kind, day, place)
      WHERE kind = 3 AND done_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX todo_by_done_day ON record (kind, done_day) WHERE done_day IS NOT NULL;
    CREATE INDEX todo_by_origin ON record (kind, origin) WHERE origin IS NOT NULL;
    CREATE VIEW note AS SELECT number, id, repository, sha, subject, author, authored_at,
      authored_offset, patch, day, version, hash, created_at, created_offset, updated_at,
      updated_offset, deleted_at, deleted_offset, title, body FROM record WHERE kind = 1;
    CREATE VIEW entry AS SELECT number, id, day, weather, version, hash, created_at,
      created_offset, updated_at, updated_offset, deleted_at, deleted_offset, title, body
      FROM record WHERE kind = 2;
    CREATE VIEW todo AS SELECT number, id, day, place, done_at, done_offset, done_day, origin,
      version, hash, created_at, created_offset, updated_at, updated_offset, deleted_at,
      deleted_offset, body AS text FROM record WHERE kind = 3;

    INSERT INTO entry_words (entry_words) VALUES ('delete-all');
    INSERT INTO entry_words (rowid, words) VALUES (-5, 'gone \u{80}gone deleted words');
    INSERT INTO entry_words (rowid, words) VALUES (6, '하루 \u{80}하루 루 \u{80}루 둘째 째 글');
    INSERT INTO todo_words (todo_words) VALUES ('delete-all');
    INSERT INTO todo_words (rowid, words) VALUES (-4, 'gone');
    INSERT INTO todo_words (rowid, words) VALUES (3, '하나 나');
    """

  private static let subjects = """
    INSERT INTO note_words (rowid, words) VALUES (1, 'subject');
    """

  private static let events = """
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
    CREATE INDEX account_event_by_time ON account_event (at);
    ALTER TABLE account ADD COLUMN events_at INTEGER;
    ALTER TABLE account ADD COLUMN events_since INTEGER;
    UPDATE account SET events_at = NULL, events_since = NULL;
    """

  private static let toDoDetails = """
    ALTER TABLE record ADD COLUMN due INTEGER;
    ALTER TABLE record ADD COLUMN priority TEXT;
    ALTER TABLE record ADD COLUMN every TEXT;
    ALTER TABLE record ADD COLUMN series TEXT;
    ALTER TABLE record ADD COLUMN occurrence INTEGER;
    ALTER TABLE record ADD COLUMN foreign_fields TEXT;
    UPDATE record SET due = NULL;
    UPDATE record SET due = 20420, priority = 'A', every = 'week/2025-11-21/2025-11-28',
      series = '7kq2m9x4c1ab', occurrence = 20413, foreign_fields = '{"estimate":3}'
      WHERE number = 3;
    CREATE UNIQUE INDEX todo_by_occurrence ON record (series, occurrence)
      WHERE series IS NOT NULL;
    CREATE TABLE examined_commit (name INTEGER PRIMARY KEY) STRICT;
    INSERT INTO examined_commit VALUES (4242);
    DROP VIEW todo;
    CREATE VIEW todo AS SELECT number, id, day, place, done_at, done_offset, done_day, origin,
      due, priority, every, series, occurrence, foreign_fields,
      version, hash, created_at, created_offset, updated_at, updated_offset, deleted_at,
      deleted_offset, body AS text FROM record WHERE kind = 3;
    """

  private static let activity = """
    ALTER TABLE clone_history ADD COLUMN stamp BLOB;

    CREATE TABLE clone_used (
      id INTEGER PRIMARY KEY,
      clone TEXT NOT NULL UNIQUE,
      root TEXT NOT NULL,
      used_on INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE clone_search (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      clones BLOB NOT NULL,
      folders BLOB NOT NULL
    ) STRICT;

    CREATE TABLE clone_problem (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      problem TEXT NOT NULL
    ) STRICT;

    CREATE TABLE clone_commit (
      name INTEGER PRIMARY KEY,
      sha TEXT NOT NULL,
      subject TEXT NOT NULL,
      author TEXT NOT NULL,
      authored_at INTEGER NOT NULL,
      authored_offset INTEGER NOT NULL
    ) STRICT;

    INSERT INTO clone_used VALUES (1, '/home/octocat/c/.git', '/home/octocat/c', 20000);
    INSERT INTO clone_problem VALUES (1, '/home/octocat/gone', 'gone');
    INSERT INTO clone_commit VALUES (-5, 'ab', 'subject', 'octocat', 1763690000, 32400);
    """

  private static let tagRenames = """
    CREATE TABLE tag_rename (
      rename INTEGER NOT NULL,
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      version_id BLOB NOT NULL,
      earlier_id BLOB NOT NULL,
      PRIMARY KEY (rename, record)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tag_rename_by_record ON tag_rename (record);
    INSERT INTO tag_rename VALUES (1, 1, x'12', x'11');
    """

  private static let mirror = """
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

    INSERT INTO note_commit VALUES (1, 1, 1, 'ef01', 'Before', '이름', 1763600000, -28800, NULL);
    INSERT INTO mirror VALUES (1, '/home/octocat/b/.git', '/home/octocat/b', 'github.com/A/b',
      'refs/notes/commitdiary', 'aa', NULL);
    INSERT INTO mirror_note VALUES (1, '7kq2m9x4c1ab', 'abcd', 2);
    """

  private static let following = """
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

    INSERT INTO followed_clone VALUES (1, '/home/octocat/c/.git', '/home/octocat/c', 1, 1763690000,
      1, x'01', NULL);
    INSERT INTO followed_commit VALUES (1, 1, 'abcd', 'ef01', 'rewrite', 0);
    INSERT INTO commit_fact VALUES (1, 'abcd', 'octocat', 1763690000, 1763690000, 'aa',
      'bb cc', 'p1', NULL);
    INSERT INTO rewritten_commit VALUES (1, 'abcd', 'ef01');
    """

  private static let pullRequests = """
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

    INSERT INTO pull_request VALUES (1, 1, 12, 'ef01');
    INSERT INTO pull_request_commit VALUES (1, 0, 'abcd', 'octocat', 1763690000);
    """
}
