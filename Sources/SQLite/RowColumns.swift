/// The columns of a query by name. The position of a case is the position of its column in the row.
public protocol RowColumns: RawRepresentable, CaseIterable where RawValue == Int32 {
  /// The column in SQL; by default its name.
  var sql: String { get }
}

extension RowColumns {
  /// The name of the column: `created_at` for the case `createdAt`.
  public var name: String {
    var name = ""
    for letter in "\(self)" {
      name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
    return name
  }

  public var sql: String { name }

  /// The columns for a `SELECT`.
  public static var list: String { allCases.map(\.sql).joined(separator: ", ") }
}

extension Statement {
  public func text(_ column: some RowColumns) -> String { text(column.rawValue) }

  public func optionalText(_ column: some RowColumns) -> String? { optionalText(column.rawValue) }

  public func integer(_ column: some RowColumns) -> Int64 { integer(column.rawValue) }

  public func optionalInteger(_ column: some RowColumns) -> Int64? {
    optionalInteger(column.rawValue)
  }

  public func int(_ column: some RowColumns) -> Int { int(column.rawValue) }

  public func blob(_ column: some RowColumns) -> [UInt8] { blob(column.rawValue) }

  public func optionalBlob(_ column: some RowColumns) -> [UInt8]? {
    optionalBlob(column.rawValue)
  }
}
