import Diary
import Platform
import SQLite

/// The identity of a text, which is the same in every copy of the journal.
struct RecordName: Hashable {
  var kind: RecordKind
  var id: String
}

/// A row of any table, accessed by column names.
struct CopiedRow {
  private var values: [String: Value]

  init(columns: [String], values: [Value]) {
    self.values = Dictionary(zip(columns, values)) { first, _ in first }
  }

  var names: Set<String> { Set(values.keys) }

  subscript(_ name: String) -> Value {
    get { values[name] ?? .null }
    set { values[name] = newValue }
  }
}

/// A table of texts in a copy: the table of records, or in older schemas the table of one kind.
struct CopiedTable {
  let name: String
  /// `nil` if each row has a kind.
  private let kind: RecordKind?
  /// The column that identifies a text.
  let key: String
  /// The column with the row number.
  let number: String
  /// The tables of versions and tags, and the column in them that refers to the text.
  let parts: [String]
  let parent: String

  private static let records = CopiedTable(
    name: "record", kind: nil, key: "id", number: "number",
    parts: ["record_version", "record_tag", "note_commit"], parent: "record")

  private static let separate = [
    CopiedTable(
      name: "note", kind: .note, key: "id", number: "number",
      parts: ["note_version", "note_tag"], parent: "note"),
    CopiedTable(
      name: "entry", kind: .entry, key: "day", number: "day", parts: ["entry_version"],
      parent: "day"),
    CopiedTable(
      name: "todo", kind: .toDo, key: "id", number: "serial", parts: ["todo_version"],
      parent: "todo"),
  ]

  static func all(hasRecords: Bool) -> [CopiedTable] { hasRecords ? [records] : separate }

  /// `nil` if the identity of a damaged row cannot be read.
  func recordName(of row: CopiedRow) -> RecordName? {
    switch (kind, row[key]) {
    case (.entry, .integer(let day)):
      // Days outside the years 1 to 9999 are damage.
      guard (-719_162...2_932_896).contains(day) else { return nil }
      return RecordName(kind: .entry, id: EntryRow.id(Day(number: Int(day))))
    case (let kind?, .text(let id)): return RecordName(kind: kind, id: id)
    case (nil, .text(let id)):
      guard case .integer(let number) = row["kind"], let kind = RecordKind(rawValue: number)
      else { return nil }
      return RecordName(kind: kind, id: id)
    default: return nil
    }
  }

  /// The number of the row in the copy's word index.
  func indexedNumber(of row: CopiedRow) -> Int64? {
    guard case .integer(let number) = row[number] else { return nil }
    // In old schemas, the number of an entry was its day, counted from January 1 of year 1.
    return kind == .entry ? number + 719_163 : number
  }
}

/// Texts that are deleted according to the index of any copy. The row in another copy may be older
/// than the deletion.
struct DeletedTexts {
  private struct Indexed: Hashable {
    var hasRecords: Bool
    var kind: RecordKind
    var number: Int64
  }

  private var numbers: Set<Indexed> = []

  init(in file: JournalFile) throws(FileError) {
    for copy in try file.copies where !JournalFile.isLog(copy) {
      guard let readable = try? ReadableCopy(of: copy) else { continue }
      for kind in RecordKind.allCases {
        for number in readable.deletedNumbers(in: kind.index) {
          numbers.insert(Indexed(hasRecords: readable.hasRecords, kind: kind, number: number))
        }
      }
    }
  }

  func contains(_ row: CopiedRow, of table: CopiedTable, _ kind: RecordKind) -> Bool {
    table.indexedNumber(of: row).map {
      numbers.contains(Indexed(hasRecords: table.name == "record", kind: kind, number: $0))
    } ?? false
  }
}

/// The rows of a copy that the journal has lost, in an in-memory journal with the schema of the
/// copy, which is then migrated.
struct LostRecords: ~Copyable {
  let connection: Connection
  private let schema: Int

  init(like copy: borrowing ReadableCopy) throws(SQLiteError) {
    let schema = copy.hasRecords ? Schema.version : Schema.lastWithoutRecords
    let connection = try Connection(path: "", mode: .memory)
    try Schema.defineFunctions(on: connection)
    for step in Schema.steps.prefix(schema) { try connection.execute(step) }
    try connection.execute("PRAGMA foreign_keys = OFF; DELETE FROM repository")
    if copy.hasRecords { try connection.execute("DELETE FROM device") }
    self.schema = schema
    self.connection = connection
  }

  /// Adds a row with its versions, tags, repository and devices.
  borrowing func take(
    _ row: CopiedRow, of table: CopiedTable, from copy: borrowing Connection
  ) throws(SQLiteError) {
    try insert(row, into: table.name)
    for part in table.parts {
      try take(part, where: table.parent, is: row[table.number], from: copy)
    }
    if row["repository"] != .null {
      try take("repository", where: "id", is: row["repository"], from: copy)
      try connection.run(
        "INSERT OR IGNORE INTO repository (id, key, name) VALUES (?1, 'lost/' || ?1, 'lost/' || ?1)",
        row["repository"])
    }
    if row["device"] != .null { try takeDevices(from: copy) }
  }

  private borrowing func takeDevices(from copy: borrowing Connection) throws(SQLiteError) {
    try take("device", where: "1", is: 1, from: copy)
  }

  private borrowing func take(
    _ table: String, where column: String, is value: Value, from copy: borrowing Connection
  ) throws(SQLiteError) {
    // The text is restored even if one of its versions cannot be read.
    guard let columns = try? Salvage.columns(of: table, in: copy), !columns.isEmpty else { return }
    let rows = try? copy.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(column) = ?1", [value]
    ) { CopiedRow(columns: columns, values: $0.values) }
    for row in rows ?? [] { try insert(row, into: table) }
  }

  private borrowing func insert(_ row: CopiedRow, into table: String) throws(SQLiteError) {
    let names = try Salvage.columns(of: table, in: connection).filter(row.names.contains)
    let places = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    try connection.run(
      "INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))",
      values: names.map { row[$0] })
  }

  /// Migrates the rows to the newest schema.
  borrowing func migrate() throws(SQLiteError) {
    for step in Schema.steps[schema...] { try connection.execute(step) }
  }
}
