import SQLite
import Sync

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
  func insert(
    _ columns: [Column], into table: String, ifThere conflict: SQL.Conflict = .fail
  ) throws(JournalError) {
    try run(
      SQL.insertion(of: columns.map(\.name), into: table, ifThere: conflict),
      values: columns.map(\.value))
  }

  func insert(
    _ values: KeyValuePairs<String, any ColumnValue>, into table: String,
    ifThere conflict: SQL.Conflict = .fail
  ) throws(JournalError) {
    try insert(values.map { Column($0.key, $0.value) }, into: table, ifThere: conflict)
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

  /// The IDs of versions in the only column. Those of a merge are left out.
  func versionIDs(
    _ sql: String, _ values: [any ColumnValue] = []
  ) throws(JournalError) -> Set<VersionID> {
    let ids: [[UInt8]] = try self.values(sql, values)
    return Set(ids.compactMap { VersionID($0) })
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

/// Parts of statements.
enum SQL {
  /// What an insertion does if there is a row with the same key.
  enum Conflict {
    case fail, ignore, replace
    /// Changes the other columns of the row with these.
    case update(_ keys: [String])
  }

  /// The statement that inserts a row, with the values of these columns in their order.
  static func insertion(
    of columns: [String], into table: String, ifThere conflict: Conflict = .fail
  ) -> String {
    let (verb, end) =
      switch conflict {
      case .fail: ("INSERT", "")
      case .ignore: ("INSERT OR IGNORE", "")
      case .replace: ("INSERT OR REPLACE", "")
      case .update(let keys): ("INSERT", update(columns, by: keys))
      }
    return """
      \(verb) INTO \(table) (\(columns.joined(separator: ", ")))
      VALUES (\(parameters(columns.count)))\(end)
      """
  }

  private static func update(_ columns: [String], by keys: [String]) -> String {
    let others = columns.filter { !keys.contains($0) }.map { "\($0) = excluded.\($0)" }
    return """
       ON CONFLICT (\(keys.joined(separator: ", "))) DO UPDATE
      SET \(others.joined(separator: ", "))
      """
  }

  /// `?2, ?3` for two parameters of which the first is number 2.
  static func parameters(_ count: Int, from first: Int = 1) -> String {
    (0..<count).map { "?\($0 + first)" }.joined(separator: ", ")
  }

  /// Numbers of rows, after IN.
  static func list(_ numbers: [Int64]) -> String {
    "(\(numbers.map(String.init).joined(separator: ", ")))"
  }
}
