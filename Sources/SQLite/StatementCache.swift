import CSQLite

/// The prepared statements of a connection that are not in use, by their SQL. Each SQL text is
/// compiled once.
final class StatementCache {
  private var idle: [String: PreparedStatement] = [:]
  private var isClosed = false

  /// More than the number of different statements in the program, except for those that contain
  /// lists of numbers.
  private static let limit = 200

  func take(_ sql: String) -> PreparedStatement? { idle.removeValue(forKey: sql) }

  /// Returns a statement to the cache. If the cache already has one with the same SQL, as after a
  /// statement was run while its own rows were read, it is finalized.
  func giveBack(_ statement: PreparedStatement) {
    // A statement that is not reset keeps its read transaction open.
    sqlite3_reset(statement.handle)
    sqlite3_clear_bindings(statement.handle)
    if !isClosed && idle.count < Self.limit && idle[statement.sql] == nil {
      idle[statement.sql] = statement
    }
  }

  /// Finalizes the idle statements, because a database closes only after its last statement is
  /// finalized.
  func close() {
    isClosed = true
    idle = [:]
  }
}

/// A compiled statement, finalized when it is released, and the names of its columns.
final class PreparedStatement {
  let sql: String
  let handle: OpaquePointer
  private let columns: [String]
  /// The column after the last one that was looked up: most are read in the order of the statement.
  private var next = 0

  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteError(on: connection, sql: sql) }
    self.sql = sql
    self.handle = handle
    columns = (0..<sqlite3_column_count(handle)).map {
      sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? ""
    }
  }

  deinit { sqlite3_finalize(handle) }

  /// The position of the column with this name.
  func column(_ name: String) -> Int32 {
    if next == columns.count { next = 0 }
    if columns[next] != name {
      guard let found = columns.firstIndex(of: name) else {
        preconditionFailure("There is no column \(name) in: \(sql)")
      }
      next = found
    }
    next += 1
    return Int32(next - 1)
  }
}
