import CSQLite

/// A prepared statement, returned to its connection's cache when it is released.
public struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let prepared: PreparedStatement

  init(
    _ sql: String, on connection: OpaquePointer, _ cache: StatementCache
  ) throws(SQLiteError) {
    prepared = try cache.take(sql, on: connection)
    handle = prepared.handle
  }

  deinit { prepared.release() }

  /// Binds `values` to the parameters `?1`, `?2` and so on, and resets the statement.
  public mutating func bind(_ values: [Value]) throws(SQLiteError) {
    sqlite3_reset(handle)
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, position)
        case .integer(let number): sqlite3_bind_int64(handle, position, number)
        case .text(let text): bind(text, at: position)
        case .blob(let bytes): bind(bytes, at: position)
        }
      guard code == SQLITE_OK else { throw failure() }
    }
  }

  /// The length is passed too, so that the text may contain NUL.
  private func bind(_ text: String, at position: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { letters in
        // An empty buffer may have no base address, which SQLite would read as NULL.
        letters.baseAddress.map {
          sqlite3_bind_text64(
            handle, position, $0, UInt64(letters.count), diary_sqlite_transient(),
            UInt8(SQLITE_UTF8))
        } ?? sqlite3_bind_text(handle, position, "", 0, nil)
      }
    }
  }

  /// An empty array is bound as an empty blob, not as NULL.
  private func bind(_ bytes: [UInt8], at position: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, position, 0)
        : sqlite3_bind_blob64(
          handle, position, bytes.baseAddress, UInt64(bytes.count), diary_sqlite_transient())
    }
  }

  /// Moves to the next row, and returns whether there is one.
  public mutating func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure()
    }
  }

  private func failure() -> SQLiteError {
    SQLiteError(on: sqlite3_db_handle(handle), sql: prepared.sql)
  }

  // MARK: The current row

  /// The position of the column with this name in the statement.
  public func column(_ name: String) -> Int32 { prepared.column(name) }

  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  public func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  public func int(_ column: Int32) -> Int {
    Int(integer(column))
  }

  /// Empty for NULL. Invalid UTF-8, which only a damaged file contains, is replaced.
  public func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Passes the bytes of a text to `body` without copying them. Empty for NULL.
  public func withUTF8<Result>(
    of name: String, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let column = prepared.column(name)
    let start = sqlite3_column_text(handle, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Empty for NULL.
  public func blob(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// The values of all columns.
  public var values: [Value] {
    (0..<sqlite3_column_count(handle)).map { value($0) }
  }

  public func value(_ column: Int32) -> Value {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .text(text(column))
    }
  }
}

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

/// A value of a column.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int64) { self = .integer(number) }
  public init(nilLiteral: ()) { self = .null }
}
