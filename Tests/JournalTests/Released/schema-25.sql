CREATE TABLE device (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  clock INTEGER NOT NULL,
  name TEXT,
  seen_at INTEGER,
  public_key BLOB,
  is_announced INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE repository (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  root TEXT
) STRICT;
CREATE TABLE record (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_offset INTEGER NOT NULL,
  place INTEGER CHECK (kind <> 3 OR place IS NOT NULL),
  version INTEGER NOT NULL,
version_id BLOB NOT NULL,
parents BLOB NOT NULL,
device INTEGER NOT NULL REFERENCES device (number),
clock INTEGER NOT NULL,
hash BLOB,
updated_at INTEGER NOT NULL,
updated_offset INTEGER NOT NULL,
deleted_at INTEGER,
deleted_offset INTEGER,
day INTEGER NOT NULL CHECK (day BETWEEN -719162 AND 2932896),
repository INTEGER REFERENCES repository (id),
sha TEXT,
subject TEXT,
author TEXT,
authored_at INTEGER,
authored_offset INTEGER,
patch TEXT,
done_at INTEGER,
done_offset INTEGER,
done_day INTEGER,
due INTEGER,
series TEXT,
occurrence INTEGER,
weather TEXT,
written_in TEXT,
branch TEXT,
written_as TEXT,
others TEXT,
title TEXT NOT NULL,
body TEXT NOT NULL,
  CHECK (kind <> 1 OR repository IS NOT NULL),
  UNIQUE (kind, id)
) STRICT;
CREATE TABLE record_version (
  number INTEGER PRIMARY KEY,
  record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
  tags TEXT NOT NULL,
  version INTEGER NOT NULL,
version_id BLOB NOT NULL,
parents BLOB NOT NULL,
device INTEGER NOT NULL REFERENCES device (number),
clock INTEGER NOT NULL,
hash BLOB,
updated_at INTEGER NOT NULL,
updated_offset INTEGER NOT NULL,
deleted_at INTEGER,
deleted_offset INTEGER,
day INTEGER NOT NULL CHECK (day BETWEEN -719162 AND 2932896),
repository INTEGER REFERENCES repository (id),
sha TEXT,
subject TEXT,
author TEXT,
authored_at INTEGER,
authored_offset INTEGER,
patch TEXT,
done_at INTEGER,
done_offset INTEGER,
done_day INTEGER,
due INTEGER,
series TEXT,
occurrence INTEGER,
weather TEXT,
written_in TEXT,
branch TEXT,
written_as TEXT,
others TEXT,
title TEXT NOT NULL,
body TEXT NOT NULL
) STRICT;
CREATE INDEX record_version_by_record ON record_version (record, version);
CREATE TABLE record_tag (
  record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  tag TEXT NOT NULL,
  key TEXT NOT NULL,
  source INTEGER NOT NULL,
  PRIMARY KEY (record, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE examined_commit (name INTEGER PRIMARY KEY) STRICT;
CREATE TABLE purge (
  number INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  id TEXT NOT NULL,
  day INTEGER NOT NULL,
  begun_at INTEGER NOT NULL,
  removed_at INTEGER,
  completed_at INTEGER,
  sent_at INTEGER,
  UNIQUE (kind, id)
) STRICT;
CREATE INDEX record_by_time ON record (kind, created_at) WHERE deleted_at IS NULL;
CREATE INDEX record_by_day ON record (kind, day, done_at, deleted_at)
  WHERE deleted_at IS NULL;
CREATE INDEX record_by_branch ON record (written_in, branch) WHERE branch IS NOT NULL;
CREATE INDEX record_version_by_branch ON record_version (written_in, branch)
  WHERE branch IS NOT NULL;
CREATE INDEX record_tag_by_key ON record_tag (key);
CREATE INDEX note_by_repository ON record (kind, repository, deleted_at, created_at)
  WHERE kind = 1;
CREATE INDEX note_by_commit ON record (kind, sha) WHERE sha IS NOT NULL;
CREATE UNIQUE INDEX entry_by_day ON record (day) WHERE kind = 2;
CREATE INDEX entry_without_weather ON record (day)
  WHERE kind = 2 AND weather IS NULL AND deleted_at IS NULL;
CREATE INDEX todo_open ON record (kind, day, due)
  WHERE kind = 3 AND done_at IS NULL AND deleted_at IS NULL;
CREATE INDEX todo_by_done_day ON record (kind, done_day) WHERE done_day IS NOT NULL;
CREATE INDEX todo_by_occurrence ON record (series, occurrence) WHERE series IS NOT NULL;
CREATE VIRTUAL TABLE word_index USING fts5 (
  words, content = '', columnsize = 0, detail = none, tokenize = 'ascii',
  prefix = '2 3 4 5 6 7 8 9 10'
);
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
  role INTEGER NOT NULL, subject TEXT,
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
CREATE TABLE todo_number (
  number INTEGER PRIMARY KEY,
  record INTEGER NOT NULL UNIQUE REFERENCES record (number) ON DELETE CASCADE
) STRICT;
CREATE TABLE change (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  what TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  made_offset INTEGER NOT NULL,
  is_undone INTEGER NOT NULL
) STRICT;
CREATE TABLE change_record (
  change INTEGER NOT NULL REFERENCES change (number) ON DELETE CASCADE,
  record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
  before BLOB NOT NULL,
  after BLOB NOT NULL,
  PRIMARY KEY (change, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_by_record ON change_record (record);
CREATE TABLE origin (
  number INTEGER PRIMARY KEY,
  record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
  change INTEGER REFERENCES change (number) ON DELETE SET NULL,
  format TEXT NOT NULL,
  source TEXT NOT NULL,
  file TEXT NOT NULL,
  key TEXT,
  hash BLOB NOT NULL,
  seen BLOB,
  item TEXT NOT NULL,
  shown TEXT,
  replaces INTEGER
) STRICT;
CREATE INDEX origin_by_replaced ON origin (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX origin_by_record ON origin (record);
CREATE INDEX origin_by_change ON origin (change) WHERE change IS NOT NULL;
CREATE INDEX origin_by_key ON origin (format, key) WHERE key IS NOT NULL;
CREATE INDEX origin_by_hash ON origin (format, hash);
CREATE INDEX origin_by_source ON origin (source, format);
CREATE TABLE purged_origin (
  hash BLOB NOT NULL PRIMARY KEY,
  is_sent INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE look (
  record INTEGER PRIMARY KEY REFERENCES record (number) ON DELETE CASCADE,
  heads BLOB NOT NULL,
  losses INTEGER NOT NULL,
  is_seen INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE unknown_record (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  is_purged INTEGER NOT NULL,
  json TEXT NOT NULL,
  is_sent INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE taken_back (
  record INTEGER PRIMARY KEY REFERENCES record (number) ON DELETE CASCADE,
  version BLOB NOT NULL
) STRICT;
CREATE TABLE purged_version (
  id BLOB NOT NULL PRIMARY KEY,
  purge INTEGER NOT NULL REFERENCES purge (number) ON DELETE CASCADE,
  was_seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_remote (
  number INTEGER PRIMARY KEY CHECK (number = 1),
  address TEXT NOT NULL,
  diary TEXT NOT NULL,
  epoch TEXT NOT NULL,
  tip TEXT,
  synced_at INTEGER,
  failed_at INTEGER,
  failure TEXT,
  key_number INTEGER,
  fingerprint TEXT
) STRICT;
CREATE TABLE sync_segment (
  path TEXT NOT NULL PRIMARY KEY,
  blob TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE unsent (
  number INTEGER PRIMARY KEY,
  version BLOB NOT NULL UNIQUE,
  record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE
) STRICT;
CREATE INDEX commit_fact_unsent ON commit_fact (sha) WHERE is_sent = 0;
CREATE INDEX rewrite_record_unsent ON rewrite_record (number) WHERE is_sent = 0;
CREATE TABLE waiting_note (
  note TEXT PRIMARY KEY,
  clone TEXT NOT NULL,
  root TEXT NOT NULL,
  branch TEXT,
  head TEXT,
  logged INTEGER NOT NULL,
  branch_logged INTEGER,
  since INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
