import CSQLite

/// The prepared statements of a connection, by their SQL. Each SQL text is compiled once, unless a
/// statement is run while its own rows are read.
final class StatementCache {
  private var statements: [String: PreparedStatement] = [:]

  /// More than the number of different statements in the program, except for those that contain
  /// lists of numbers.
  private static let limit = 200

  /// A statement that is not in use.
  func take(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) -> PreparedStatement {
    let known = statements[sql]
    if let known, !known.isInUse {
      known.isInUse = true
      return known
    }
    let new = try PreparedStatement(sql, on: connection)
    if known == nil, statements.count < Self.limit { statements[sql] = new }
    return new
  }

  /// Releases the statements, because a database closes only after its last statement is finalized.
  func close() { statements = [:] }
}

/// A compiled statement, finalized when it is released, and the names of its columns.
final class PreparedStatement {
  let sql: String
  let handle: OpaquePointer
  fileprivate(set) var isInUse = true
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

  /// Ends the use of the statement. One that is not reset keeps its read transaction open.
  func release() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    isInUse = false
  }

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
