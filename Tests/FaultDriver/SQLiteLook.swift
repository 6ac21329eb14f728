import SQLite

/// Reads a journal without the program.
enum SQLiteLook {
  /// The problems that SQLite finds in a database; `["ok"]` if there are none.
  static func problems(in path: String) throws(SQLiteError) -> [String] {
    try Connection(path: path, mode: .readWrite).rows("PRAGMA integrity_check") { $0.text(0) }
  }
}

extension SQLiteLook {
  /// The IDs of notes and to-dos and the days of entries whose purge was recorded in the journal, by
  /// row number. A journal that does not exist yet has no such table.
  static func purges(in path: String) -> [Int64: String] {
    let rows = try? Connection(path: path, mode: .readWrite).rows(
      """
      SELECT number, iif(kind = 2, date(day * 86400, 'unixepoch'), id) FROM purge
      """
    ) { ($0.integer(0), $0.text(1)) }
    return Dictionary(uniqueKeysWithValues: rows ?? [])
  }
}

/// A connection with an open read transaction, which sees the journal as it was at the start.
struct SnapshotReader: ~Copyable {
  private let connection: Connection
  private let contents: [[Value]]

  init(_ path: String) throws(SQLiteError) {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("BEGIN")
    contents = try Self.contents(connection)
    self.connection = connection
  }

  /// Whether the transaction still reads the same contents.
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
