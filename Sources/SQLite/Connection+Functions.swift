import CSQLite

extension Connection {
  /// Defines an SQL function. Its NULL arguments are passed as empty texts.
  public func define(
    _ name: String, arguments count: Int, _ function: @escaping ([String]) -> Value
  ) throws(SQLiteError) {
    let code = sqlite3_create_function_v2(
      handle, name, Int32(count), SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(TextFunction(function)).toOpaque(),
      { context, count, arguments in
        guard let data = sqlite3_user_data(context) else { return }
        let function = Unmanaged<TextFunction>.fromOpaque(data).takeUnretainedValue()
        let texts = (0..<Int(count)).map { text(of: arguments?[$0]) }
        setResult(function.body(texts), to: context)
      }, nil, nil,
      // SQLite calls this even if the function could not be created.
      { data in data.map { Unmanaged<TextFunction>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw SQLiteError(on: handle) }
  }
}

/// The closure of an SQL function, as an object that SQLite can retain.
private final class TextFunction {
  let body: ([String]) -> Value

  init(_ body: @escaping ([String]) -> Value) {
    self.body = body
  }
}

private func text(of value: OpaquePointer?) -> String {
  guard let start = sqlite3_value_text(value) else { return "" }
  let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  return String(decoding: bytes, as: UTF8.self)
}

/// Sets the result of an SQL function.
private func setResult(_ value: Value, to context: OpaquePointer?) {
  switch value {
  case .null: sqlite3_result_null(context)
  case .integer(let number): sqlite3_result_int64(context, number)
  case .text(var text):
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { letters in
        // An empty buffer may have no base address, which SQLite would read as NULL.
        letters.baseAddress.map {
          sqlite3_result_text64(
            context, $0, UInt64(letters.count), diary_sqlite_transient(), UInt8(SQLITE_UTF8))
        } ?? sqlite3_result_text(context, "", 0, diary_sqlite_transient())
      }
    }
  case .blob(let bytes):
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        sqlite3_result_blob64(context, $0, UInt64(bytes.count), diary_sqlite_transient())
      } ?? sqlite3_result_zeroblob(context, 0)
    }
  }
}
