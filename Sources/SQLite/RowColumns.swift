/// The columns that a query reads, by name: their places in the row are their places in this list.
///
/// ```swift
/// enum TagColumn: Int32, RowColumns { case tag, key }
/// let tags = try connection.rows("SELECT \(TagColumn.list) FROM record_tag") {
///   $0.text(TagColumn.tag)
/// }
/// ```
public protocol RowColumns: RawRepresentable, CaseIterable where RawValue == Int32 {
  /// How the column is written in SQL; its name unless it says otherwise.
  var sql: String { get }
}

extension RowColumns {
  /// The name of the column: `createdAt` is `created_at`.
  public var name: String {
    var name = ""
    for letter in "\(self)" {
      name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
    return name
  }

  public var sql: String { name }

  /// What stands behind `SELECT`.
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
