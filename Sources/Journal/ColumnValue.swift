import Diary
import Records
import SQLite

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
