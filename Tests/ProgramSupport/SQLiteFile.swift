import SQLite

/// Reads a database without the program.
struct SQLiteFile {
  let path: String

  init(_ path: String) { self.path = path }

  /// The problems that SQLite finds in the database; `["ok"]` if there are none.
  func integrity() throws -> [String] {
    try open().rows("PRAGMA integrity_check") { $0.text(0) }
  }

  func open(making isNew: Bool = false) throws -> Connection {
    try Connection(path: path, mode: isNew ? .create : .readWrite)
  }
}

extension Sandbox {
  /// The problems that SQLite finds in the journal.
  func integrity() throws -> [String] { try SQLiteFile(journal).integrity() }
}

/// The rows of the tables about accounts, without their internal numbers.
///
/// The remaining rate limit is left out, because it depends on the number of requests. The levels
/// of contributions are left out too, because GitHub computes them relative to the requested days.
struct RemoteRows: Hashable, CustomStringConvertible {
  private var tables: [String: [String]] = [:]

  init(_ file: SQLiteFile) throws {
    let connection = try file.open()
    for (name, query) in Self.queries {
      tables[name] = try connection.rows(query) { $0.text(0) }.sorted()
    }
  }

  /// One line for each row that only one of the two has.
  func differences(from other: RemoteRows, outside left: [String] = []) -> [String] {
    tables.keys.filter { !left.contains($0) }.sorted().flatMap { name -> [String] in
      let (mine, theirs) = (Set(tables[name] ?? []), Set(other.tables[name] ?? []))
      let counts = (tables[name]?.count ?? 0, other.tables[name]?.count ?? 0)
      return mine.symmetricDifference(theirs).sorted().prefix(4).map { row in
        "\(name) \(mine.contains(row) ? "+" : "-") \(row)"
      } + (counts.0 == counts.1 ? [] : ["\(name): \(counts.0), not \(counts.1)"])
    }
  }

  var description: String {
    tables.map { "\($0.key): \($0.value.count)" }.sorted().joined(separator: ", ")
  }

  /// The number of rows in a table.
  subscript(name: String) -> Int { tables[name]?.count ?? 0 }

  private static let queries = [
    "account": "SELECT json_array(key, host, login, name, kept, scopes, refreshed_at) FROM account",
    "answer": """
    SELECT json_array(account.key, url, etag, next) FROM answer
    JOIN account ON account.id = answer.account
    """,
    "remote": """
    SELECT json_array(host, number, key, name, is_private, is_fork, is_archived, pushed_at,
      default_branch)
    FROM remote
    """,
    "account_remote": """
    SELECT json_array(account.key, remote.number, page) FROM account_remote
    JOIN account ON account.id = account_remote.account
    JOIN remote ON remote.id = account_remote.remote
    """,
    "remote_commit": """
    SELECT json_array(remote.number, sha, subject, author, login, authored_at, authored_offset,
      committed_at)
    FROM remote_commit JOIN remote ON remote.id = remote_commit.remote
    """,
    "walk": """
    SELECT json_array(remote.number, author, etag, floor, walk.pushed_at, next, next_floor)
    FROM walk JOIN remote ON remote.id = walk.remote
    """,
    "walk_commit": """
    SELECT json_array(remote.number, walk.author, place, sha)
    FROM walk_commit JOIN walk ON walk.id = walk_commit.walk
    JOIN remote ON remote.id = walk.remote
    JOIN remote_commit ON remote_commit.id = walk_commit.commit_id
    """,
    "contribution": "SELECT json_array(account, day, count, asked_at) FROM contribution",
  ]
}
