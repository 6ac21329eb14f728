/// The columns of a query by name. The position of a case is the position of its column in the row.
public protocol RowColumns: RawRepresentable, CaseIterable where RawValue == String {
  /// The column in SQL; by default its name.
  var sql: String { get }
}

extension RowColumns {
  /// The name of the column: `created_at` for the case `createdAt`.
  public var name: String {
    var name = ""
    for letter in rawValue.unicodeScalars {
      if ("A"..."Z").contains(letter) { name += "_" }
      name.unicodeScalars.append(letter)
    }
    return name.lowercased()
  }

  /// The position of the case in the enumeration. An enumeration without associated values has no
  /// other byte.
  var position: Int32 { withUnsafeBytes(of: self) { $0.first.map(Int32.init) ?? 0 } }

  public var sql: String { name }

  /// The columns for a `SELECT`.
  public static var list: String { allCases.map { $0.sql }.joined(separator: ", ") }
}

extension Statement {
  public func text(_ column: some RowColumns) -> String { text(column.position) }

  public func optionalText(_ column: some RowColumns) -> String? { optionalText(column.position) }

  public func integer(_ column: some RowColumns) -> Int64 { integer(column.position) }

  public func optionalInteger(_ column: some RowColumns) -> Int64? {
    optionalInteger(column.position)
  }

  public func int(_ column: some RowColumns) -> Int { int(column.position) }

  public func blob(_ column: some RowColumns) -> [UInt8] { blob(column.position) }

  public func optionalBlob(_ column: some RowColumns) -> [UInt8]? {
    optionalBlob(column.position)
  }
}
