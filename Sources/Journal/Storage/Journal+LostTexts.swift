public import Diary
import Platform
import SQLite

/// Texts that copies of the journal hold, and that the journal itself does not.
public struct LostTexts: Hashable, Sendable {
  public var notes = 0
  public var entries = 0
  public var toDos = 0

  public var count: Int { notes + entries + toDos }
}

extension Journal {
  /// Counts what copies hold and the journal has lost: copies from before a migration or a repair,
  /// and logs that had lost their journal.
  public func lostTexts() throws(JournalError) -> LostTexts {
    let file = JournalFile(path: path)
    defer { file.removeReadableLogs() }
    var lost = LostTexts()
    var seen = SeenTexts()
    for copy in file.copiesNewestFirst {
      guard let readable = try? ReadableCopy(of: copy) else { continue }
      for kind in KeptKind.allCases {
        lost.count(try lostRows(kind, in: readable.connection, &seen).count, kind)
      }
    }
    return lost
  }

  /// Takes these texts in, with their versions. What was deleted comes as deleted.
  ///
  /// What was purged does not come back: a purge removes it from the copies too.
  public func takeInLostTexts(at moment: Moment) throws(JournalError) -> LostTexts {
    let file = JournalFile(path: path)
    defer { file.removeReadableLogs() }
    return try write { () throws(JournalError) in
      var taken = LostTexts()
      var seen = SeenTexts()
      // Read for the first text that is lost: it takes a look at the whole index of each copy.
      var deleted: [KeptKind: Set<Int64>]?
      for copy in file.copiesNewestFirst {
        guard let readable = try? ReadableCopy(of: copy) else { continue }
        for kind in KeptKind.allCases {
          let rows = try lostRows(kind, in: readable.connection, &seen)
          if !rows.isEmpty, deleted == nil { deleted = file.numbersKnownAsDeleted }
          for row in rows {
            let isDeleted = kind.indexed(row).map { deleted?[kind]?.contains($0) == true } == true
            try takeIn(
              kind, row, from: readable.connection, isKnownAsDeleted: isDeleted, at: moment)
          }
          taken.count(rows.count, kind)
        }
      }
      return taken
    }
  }

  // MARK: Looking

  private typealias SeenTexts = [KeptKind: Set<Value>]

  /// The rows of a copy that the journal does not have, and no newer copy had.
  private func lostRows(
    _ kind: KeptKind, in copy: borrowing Connection, _ seen: inout SeenTexts
  ) throws(JournalError) -> [KeptRow] {
    let columns = (try? Salvage.columns(of: kind.table, in: copy)) ?? []
    guard columns.contains(kind.key) else { return [] }
    var rows: [KeptRow] = []
    var failure: JournalError?
    _ = Salvage.forEachRow(of: kind.table, columns, in: copy) { values in
      let row = KeptRow(columns: columns, values: values)
      do throws(JournalError) {
        if try isMissing(kind, row), seen[kind, default: []].insert(row[kind.key]).inserted {
          rows.append(row)
        }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    return rows
  }

  private func isMissing(_ kind: KeptKind, _ row: KeptRow) throws(JournalError) -> Bool {
    try ask { () throws(SQLiteError) in
      try connection.first(
        "SELECT 1 FROM \(kind.table) WHERE \(kind.key) = ?1", row[kind.key]
      ) { $0.int(0) } == nil
    }
  }

  // MARK: Taking in

  private func takeIn(
    _ kind: KeptKind, _ row: KeptRow, from copy: borrowing Connection, isKnownAsDeleted: Bool,
    at moment: Moment
  ) throws(JournalError) {
    var row = row
    if row["deleted_at"] == .null, isKnownAsDeleted {
      row["deleted_at"] = .integer(moment.instant.secondsSince1970)
      row["deleted_offset"] = .integer(Int64(moment.offset))
    }
    let oldNumber = row[kind.number]
    try ask { () throws(SQLiteError) in
      switch kind {
      case .note:
        row["repository"] = .integer(try repository(row["repository"], from: copy))
        try freeNumber(of: kind, in: &row)
      case .toDo:
        try freeNumber(of: kind, in: &row)
        try freePlace(in: &row)
      case .entry: break
      }
      let names = try Salvage.columns(of: kind.table, in: connection).filter(row.names.contains)
      try insert(row, names, into: kind.table)
      let number = row[kind.number]
      for table in kind.parts {
        try takeIn(table, of: oldNumber, to: number, kind.parent, from: copy)
      }
    }
    try index(kind, row)
  }

  private func insert(
    _ row: KeptRow, _ names: [String], into table: String
  ) throws(SQLiteError) {
    let places = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    try connection.run(
      "INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))",
      values: names.map { row[$0] })
  }

  /// Versions and tags.
  private func takeIn(
    _ table: String, of oldNumber: Value, to number: Value, _ parent: String,
    from copy: borrowing Connection
  ) throws(SQLiteError) {
    let here = try Salvage.columns(of: table, in: connection)
    let names = ((try? Salvage.columns(of: table, in: copy)) ?? []).filter(here.contains)
    guard !names.isEmpty else { return }
    // A version that cannot be read is no reason to do without the text itself.
    let rows = try? copy.rows(
      "SELECT \(names.joined(separator: ", ")) FROM \(table) WHERE \(parent) = ?1", [oldNumber]
    ) { KeptRow(columns: names, values: $0.values) }
    for var row in rows ?? [] {
      row[parent] = number
      try insert(row, names, into: table)
    }
  }

  private func repository(
    _ number: Value, from copy: borrowing Connection
  ) throws(SQLiteError) -> Int64 {
    let known = try? copy.first(
      "SELECT key, name, root FROM repository WHERE id = ?1", number
    ) { [Value.text($0.text(0)), .text($0.text(1)), Value($0.optionalText(2))] }
    var lost = "lost"
    if case .integer(let number) = number { lost += "/\(number)" }
    let values = known ?? [.text(lost), .text(lost), .null]
    try connection.run(
      "INSERT OR IGNORE INTO repository (key, name, root) VALUES (?1, ?2, ?3)", values: values)
    return try connection.first("SELECT id FROM repository WHERE key = ?1", values[0]) {
      $0.integer(0)
    } ?? connection.lastInsertedRow
  }

  /// Its own number, or a new one where another text has got that.
  private func freeNumber(of kind: KeptKind, in row: inout KeptRow) throws(SQLiteError) {
    let isTaken =
      try connection.first(
        "SELECT 1 FROM \(kind.table) WHERE \(kind.number) = ?1", row[kind.number]
      ) { $0.int(0) } != nil
    guard isTaken else { return }
    let highest = try connection.first("SELECT max(\(kind.number)) FROM \(kind.table)") {
      $0.integer(0)
    }
    row[kind.number] = .integer((highest ?? 0) + 1)
  }

  /// Its own number on the list of its day, or the next that nobody has had.
  private func freePlace(in row: inout KeptRow) throws(SQLiteError) {
    let isTaken =
      try connection.first(
        "SELECT 1 FROM todo WHERE day = ?1 AND number = ?2", row["day"], row["number"]
      ) { $0.int(0) } != nil
    if isTaken, case .integer(let day) = row["day"] {
      row["number"] = .integer(try nextNumber(on: Day(number: Int(day))))
    } else {
      try connection.run(
        """
        INSERT INTO todo_day (day, last) VALUES (?1, ?2)
        ON CONFLICT (day) DO UPDATE SET last = max(last, excluded.last)
        """, row["day"], row["number"])
    }
  }

  private func index(_ kind: KeptKind, _ row: KeptRow) throws(JournalError) {
    guard case .integer(let number) = row[kind.number] else { return }
    switch kind {
    case .note:
      let note = try note(number)
      try ask { () throws(SQLiteError) in
        try index(number, note.text, isDeleted: note.deletedAt != nil)
      }
    case .entry:
      guard let entry = try self.row(of: Day(number: Int(number))) else { return }
      try ask { () throws(SQLiteError) in
        try index(entry.text, of: entry.day, isDeleted: entry.deletedAt != nil)
      }
    case .toDo:
      guard case .text(let id) = row["id"] else { return }
      let toDo = try numbered(Identifier(stored: id)).toDo
      try ask { () throws(SQLiteError) in
        try index(number, toDo.text, isDeleted: toDo.deletedAt != nil)
      }
    }
  }
}

/// What people write, as rows of a table.
private enum KeptKind: CaseIterable {
  case note, entry, toDo

  var table: String {
    switch self {
    case .note: "note"
    case .entry: "entry"
    case .toDo: "todo"
    }
  }

  /// By what it is the same text in every copy.
  var key: String { self == .entry ? "day" : "id" }

  /// The column with the number of the row.
  var number: String {
    switch self {
    case .note: "number"
    case .entry: "day"
    case .toDo: "serial"
    }
  }

  /// The tables of its versions and tags,
  var parts: [String] {
    switch self {
    case .note: ["note_version", "note_tag"]
    case .entry: ["entry_version"]
    case .toDo: ["todo_version"]
    }
  }

  /// and what its number is called in them.
  var parent: String { self == .entry ? "day" : table }

  /// Under which number the index has the words of a row.
  func indexed(_ row: KeptRow) -> Int64? {
    guard case .integer(let number) = row[self.number] else { return nil }
    return self == .entry ? EntryRow.number(of: Day(number: Int(number))) : number
  }

  var index: WordIndex {
    switch self {
    case .note: .notes
    case .entry: .entries
    case .toDo: .toDos
    }
  }
}

/// A row of any table, by the names of its columns.
private struct KeptRow {
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

/// A copy that is open for reading, whatever it is a copy of.
private struct ReadableCopy: ~Copyable {
  let connection: Connection

  init(of copy: String) throws {
    let (path, mode) = try Self.readable(copy)
    let connection = try Connection(path: path, mode: mode, closing: .leaveLog)
    try connection.acceptDamage()
    self.connection = connection
  }

  /// A log needs a first page in the place of its journal; both are removed in the end.
  private static func readable(_ copy: String) throws -> (String, Connection.Mode) {
    guard JournalFile.isLog(copy) else {
      return (copy, (File.size(copy + "-wal") ?? 0) > 0 ? .readWrite : .immutable)
    }
    let readable = copy + JournalFile.unfinished
    for suffix in ["", "-wal", "-shm"] { try File.remove(readable + suffix) }
    try File.writeAtomically(DamagedLog.firstPage(of: try File.read(copy)) ?? [], to: readable)
    try File.copy(copy, to: readable + "-wal")
    return (readable, .readWrite)
  }
}

extension LostTexts {
  fileprivate mutating func count(_ count: Int, _ kind: KeptKind) {
    switch kind {
    case .note: notes += count
    case .entry: entries += count
    case .toDo: toDos += count
    }
  }
}

extension JournalFile {
  /// Removes what was made only to read logs without their journals. What cannot be removed now is
  /// by the next repair, and by every purge.
  fileprivate func removeReadableLogs() {
    for file in unfinishedCopies where Self.isLog(file) { try? File.remove(file) }
  }

  /// The numbers of the texts that the index of some copy knows as deleted. The row in another copy
  /// may be from before the deletion.
  fileprivate var numbersKnownAsDeleted: [KeptKind: Set<Int64>] {
    var numbers: [KeptKind: Set<Int64>] = [:]
    for copy in copies where !Self.isLog(copy) {
      guard let readable = try? ReadableCopy(of: copy) else { continue }
      for kind in KeptKind.allCases {
        numbers[kind, default: []].formUnion(readable.deletedNumbers(in: kind.index))
      }
    }
    return numbers
  }
}

extension ReadableCopy {
  /// The words of what is deleted are kept under the negative of its number. What comes before a
  /// damaged page of the index is better than nothing.
  borrowing func deletedNumbers(in index: WordIndex) -> Set<Int64> {
    var numbers: Set<Int64> = []
    func take(_ values: [Value]) {
      if case .integer(let number)? = values.first { numbers.insert(-number) }
    }
    do throws(SQLiteError) {
      // Schemas before the fifth have a table of the lengths of texts.
      try connection.forEachRow("SELECT id FROM \(index.table)_docsize WHERE id < 0", take)
    } catch {
      let vocabulary = "vocabulary_of_\(index.table)"
      try? connection.execute(
        "CREATE VIRTUAL TABLE temp.\(vocabulary) USING fts5vocab(main, \(index.table), instance)")
      try? connection.forEachRow(
        "SELECT DISTINCT doc FROM temp.\(vocabulary) WHERE doc < 0", take)
    }
    return numbers
  }
}
