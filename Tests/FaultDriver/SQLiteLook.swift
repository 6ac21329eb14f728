import SQLite

/// A look at a journal past the program.
enum SQLiteLook {
  /// What SQLite finds wrong with a database; `["ok"]` where all is well.
  static func problems(in path: String) throws(SQLiteError) -> [String] {
    try Connection(path: path, mode: .readWrite).rows("PRAGMA integrity_check") { $0.text(0) }
  }
}

extension SQLiteLook {
  /// The texts that a journal has been told to purge, by the numbers under which that is written
  /// down. A journal of an earlier schema has no such table.
  static func purges(in path: String) -> [Int64: String] {
    let rows = try? Connection(path: path, mode: .readWrite).rows("SELECT number, id FROM purge") {
      ($0.integer(0), $0.text(1))
    }
    return Dictionary(uniqueKeysWithValues: rows ?? [])
  }
}

/// A connection that has a read transaction open, and so the journal as it was when it began.
struct SnapshotReader: ~Copyable {
  private let connection: Connection
  private let contents: [[Value]]

  init(_ path: String) throws(SQLiteError) {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("BEGIN")
    contents = try Self.contents(connection)
    self.connection = connection
  }

  /// Whether it still reads what it read at first.
  func isUnchanged() throws(SQLiteError) -> Bool { try Self.contents(connection) == contents }

  /// Every row of every ordinary table.
  private static func contents(_ connection: borrowing Connection) throws(SQLiteError) -> [[Value]]
  {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE TABLE %' ORDER BY name"
    ) { $0.text(0) }
    var rows: [[Value]] = []
    for table in tables {
      try connection.forEachRow("SELECT * FROM \"\(table)\"") { row in rows.append(row) }
    }
    return rows
  }
}
