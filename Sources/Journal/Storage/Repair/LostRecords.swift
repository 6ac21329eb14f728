import Diary
import Platform
import Records
import SQLite

/// The identity of a text, which is the same in every copy of the journal.
struct RecordName: Hashable {
  var kind: RecordKind
  var id: String
}

/// A row of any table, accessed by column names.
struct CopiedRow {
  private(set) var values: [String: Value]

  init(columns: [String], values: [Value]) {
    self.values = Dictionary(zip(columns, values)) { first, _ in first }
  }

  var names: Set<String> { Set(values.keys) }
  var columns: [Column] { values.sorted { $0.key < $1.key }.map { Column($0.key, $0.value) } }

  subscript(_ name: String) -> Value {
    get { values[name] ?? .null }
    set { values[name] = newValue }
  }

  /// The identity of a row of the table `record`; `nil` if it is damaged.
  var recordName: RecordName? {
    guard case .text(let id) = self["id"], case .integer(let number) = self["kind"],
      let kind = RecordKind(rawValue: number)
    else { return nil }
    return RecordName(kind: kind, id: id)
  }
}

/// Texts that are deleted according to the index of any copy. The row in another copy may be older
/// than the deletion.
struct DeletedTexts {
  private var numbers: Set<Int64> = []

  init(in file: JournalFile) throws(FileError) {
    for copy in try file.copies where !JournalFile.isLog(copy) {
      guard let readable = try? ReadableCopy(of: copy) else { continue }
      numbers.formUnion(readable.deletedNumbers)
    }
  }

  func contains(_ row: CopiedRow) -> Bool {
    guard case .integer(let number) = row["number"] else { return false }
    return numbers.contains(number)
  }
}

/// The rows of a copy that the journal has lost, in an in-memory journal with the schema of the
/// copy, which is then migrated.
struct LostRecords: ~Copyable {
  let database: Database
  private let schema: Int

  init(like copy: borrowing ReadableCopy, of file: JournalFile) throws(JournalError) {
    let database = try file.open(.memory)
    for step in Schema.current.statements(from: 0, to: copy.schema) { try database.execute(step) }
    try database.execute("PRAGMA foreign_keys = OFF; DELETE FROM device")
    for table in ["repository", "device"] {
      // Texts are restored even if these rows cannot be read.
      _ = try database.mapErrors { () throws(SQLiteError) in
        try Salvage.copy(table, from: copy.connection, to: database.connection)
      }
    }
    schema = copy.schema
    self.database = database
  }

  /// Adds a row of the table `record` with its versions and tags.
  borrowing func take(
    _ row: CopiedRow, from copy: borrowing Connection
  ) throws(JournalError) {
    try insert(row, into: "record")
    for part in Self.parts { try take(part, of: row["number"], from: copy) }
  }

  /// The tables with the parts of a record.
  static let parts = ["record_version", "record_tag"]

  private borrowing func take(
    _ table: String, of record: Value, from copy: borrowing Connection
  ) throws(JournalError) {
    // The text is restored even if one of its versions cannot be read.
    guard let columns = try? Salvage.columns(of: table, in: copy), !columns.isEmpty else { return }
    let rows = try? copy.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE record = ?1", [record]
    ) { CopiedRow(columns: columns, values: $0.values) }
    for row in rows ?? [] { try insert(row, into: table) }
  }

  private borrowing func insert(_ row: CopiedRow, into table: String) throws(JournalError) {
    let columns = try database.columns(of: table)
    try database.insert(
      row.columns.filter { columns.contains($0.name) }, into: table, ifThere: .ignore)
  }

  /// Migrates the rows to the newest schema.
  borrowing func migrate() throws(JournalError) {
    let newest = Schema.current
    for step in newest.statements(from: schema, to: newest.version) { try database.execute(step) }
    try database.execute(Salvage.referenceRepairs)
  }
}

extension Database {
  func columns(of table: String) throws(JournalError) -> [String] {
    try mapErrors { () throws(SQLiteError) in try Salvage.columns(of: table, in: connection) }
  }

  /// All columns of the rows of a table for which `condition` is true.
  func copiedRows(
    of table: String, _ condition: String, _ values: [any ColumnValue] = []
  ) throws(JournalError) -> [CopiedRow] {
    let columns = try columns(of: table)
    return try rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table) \(condition)", values
    ) { CopiedRow(columns: columns, values: $0.values) }
  }
}
