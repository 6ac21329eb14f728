import SQLite

/// The open database of a journal. Its errors are errors of the journal.
struct Database: ~Copyable {
  let connection: Connection
  let path: String

  /// Runs one or more statements without values.
  func execute(_ sql: String) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in try connection.execute(sql) }
  }

  /// Runs one statement and discards its rows.
  func run(_ sql: String, _ values: [any ColumnValue] = []) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in
      try connection.run(sql, values: values.map(\.columnValue))
    }
  }

  func run(_ sql: String, values: [Value]) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in try connection.run(sql, values: values) }
  }

  /// Inserts a row with the values of these columns.
  ///
  /// - Parameter ignoring: whether a row that violates a constraint is left out.
  func insert(
    _ columns: [Column], into table: String, ignoring: Bool = false
  ) throws(JournalError) {
    try run(
      """
      INSERT \(ignoring ? "OR IGNORE " : "")INTO \(table)
        (\(columns.map(\.name).joined(separator: ", ")))
      VALUES (\(columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))
      """, values: columns.map(\.value))
  }

  /// The results of `read` for all rows.
  func rows<Result>(
    _ sql: String, _ values: [any ColumnValue] = [], _ read: (borrowing Statement) -> Result
  ) throws(JournalError) -> [Result] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows(sql, values.map(\.columnValue), read)
    }
  }

  func forEach(
    _ sql: String, _ values: [any ColumnValue] = [], _ body: (borrowing Statement) -> Void
  ) throws(JournalError) {
    _ = try rows(sql, values, body)
  }

  /// The result of `read` for the first row; `nil` if there is none.
  func first<Result>(
    _ sql: String, _ values: [any ColumnValue] = [], _ read: (borrowing Statement) -> Result
  ) throws(JournalError) -> Result? {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(sql, values: values.map(\.columnValue), read: read)
    }
  }

  /// The values of the only column, in all rows.
  func values<Result: ColumnValue>(
    _ sql: String, _ values: [any ColumnValue] = []
  ) throws(JournalError) -> [Result] {
    try mapErrors { () throws(SQLiteError) in
      try connection.values(sql, values.map(\.columnValue))
    }
  }

  /// The value of the only column in the first row; `nil` if there is no row or the value is NULL.
  func value<Result: ColumnValue>(
    _ sql: String, _ values: [any ColumnValue] = []
  ) throws(JournalError) -> Result? {
    try mapErrors { () throws(SQLiteError) in
      try connection.value(sql, values.map(\.columnValue))
    }
  }

  /// The integer value of a pragma.
  func pragma(_ name: String) throws(JournalError) -> Int { try value("PRAGMA \(name)") ?? 0 }

  func hasRow(_ sql: String, _ values: [any ColumnValue] = []) throws(JournalError) -> Bool {
    try first(sql, values) { _ in } != nil
  }

  var lastInsertedRow: Int64 { connection.lastInsertedRow }

  /// Runs `work` in a transaction that holds the write lock from its start.
  func transaction<Result>(
    _ work: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try connection.transaction(work) { JournalError($0, path: path) }
  }

  /// Runs `work` on one state of the database, regardless of other writers.
  func snapshot<Result>(
    _ work: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try connection.snapshot(work) { JournalError($0, path: path) }
  }

  func mapErrors<Result: ~Copyable>(
    _ work: () throws(SQLiteError) -> Result
  ) throws(JournalError) -> Result {
    do { return try work() } catch { throw JournalError(error, path: path) }
  }
}
