import Diary
import Records
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

/// A type whose values are stored in a column.
protocol ColumnValue {
  /// Reads a column of the current row.
  init(_ row: borrowing Statement, _ column: Int32)
  /// The value to bind.
  var columnValue: Value { get }
}

/// A column of a row, and the value to save.
struct Column: Sendable {
  var name: String
  var value: Value

  init(_ name: String, _ value: any ColumnValue) {
    self.name = name
    self.value = value.columnValue
  }
}

extension Value: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) { self = row.value(column) }
  var columnValue: Value { self }
}

extension Int64: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) { self = row.integer(column) }
  var columnValue: Value { .integer(self) }
}

extension Int: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) { self = row.int(column) }
  var columnValue: Value { .integer(Int64(self)) }
}

/// For columns that are 0 or 1.
extension Bool: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) { self = row.integer(column) != 0 }
  var columnValue: Value { .integer(self ? 1 : 0) }
}

extension String: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) { self = row.text(column) }
  var columnValue: Value { .text(self) }
}

extension [UInt8]: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) { self = row.blob(column) }
  var columnValue: Value { .blob(self) }
}

/// NULL is `nil`.
extension Optional: ColumnValue where Wrapped: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) {
    self = row.isNull(column) ? nil : Wrapped(row, column)
  }
  var columnValue: Value { self?.columnValue ?? .null }
}

extension Day: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) { self.init(number: Int(row, column)) }
  var columnValue: Value { number.columnValue }
}

extension Instant: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) {
    self.init(secondsSince1970: Int64(row, column))
  }
  var columnValue: Value { .integer(secondsSince1970) }
}

extension Identifier: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) {
    self.init(stored: String(row, column))
  }
  var columnValue: Value { .text(text) }
}

extension RecordKind: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) {
    // Only damage causes any other value.
    self = RecordKind(rawValue: row.integer(column)) ?? .note
  }
  var columnValue: Value { .integer(rawValue) }
}

extension Repository: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) { self.init(name: String(row, column)) }
  var columnValue: Value { .text(name) }
}

// MARK: Reading

extension Statement {
  /// The value of the column with this name.
  subscript<Result: ColumnValue>(_ name: String) -> Result { Result(self, column(name)) }

  /// An instant and the offset of the user's time zone, from two columns.
  func moment(_ instant: String, _ offset: String) -> Moment {
    Moment(self[instant], offset: self[offset])
  }

  func optionalMoment(_ instant: String, _ offset: String) -> Moment? {
    (self[instant] as Instant?).map { Moment($0, offset: self[offset]) }
  }
}

extension Connection {
  /// The values of the only column, in all rows.
  func values<Result: ColumnValue>(
    _ sql: String, _ values: [Value] = []
  ) throws(SQLiteError) -> [Result] {
    try rows(sql, values) { Result($0, 0) }
  }

  /// The value of the first column in the first row; `nil` if there is no row or the value is NULL.
  func value<Result: ColumnValue>(
    _ sql: String, _ values: [Value] = []
  ) throws(SQLiteError) -> Result? {
    try first(sql, values: values) { Result?($0, 0) } ?? nil
  }
}
