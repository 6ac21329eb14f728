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
