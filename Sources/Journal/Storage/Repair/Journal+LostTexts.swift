public import Diary
import Platform
import SQLite

/// The number of texts that are in copies of the journal, but not in the journal itself.
public struct LostTexts: Hashable, Sendable {
  public var notes = 0
  public var entries = 0
  public var toDos = 0

  public var count: Int { notes + entries + toDos }
}

extension Journal {
  /// Counts the texts that the journal has lost, but that are in copies from before a migration or
  /// repair, or in logs without a journal.
  public func lostTexts() throws(JournalError) -> LostTexts {
    let file = JournalFile(path: path)
    defer { file.removeReadableLogs() }
    var lost = LostTexts()
    var seen = SeenTexts()
    for copy in try file.onDisk({ () throws(FileError) in try file.copiesNewestFirst }) {
      guard let readable = try? ReadableCopy(of: copy) else { continue }
      try forEachLostRow(in: readable.connection, &seen) { kind, _ in lost.count(1, kind) }
    }
    return lost
  }

  /// Restores the lost texts with their versions. Deleted texts stay deleted.
  ///
  /// Texts that were purged, or are about to be, are not restored.
  public func restoreLostTexts(at moment: Moment) throws(JournalError) -> LostTexts {
    let file = JournalFile(path: path)
    defer { file.removeReadableLogs() }
    return try write { () throws(JournalError) in
      var taken = LostTexts()
      var seen = SeenTexts()
      // Loaded only if a text is lost, because this reads the whole index of each copy.
      var deleted: DeletedTexts?
      for copy in try file.onDisk({ () throws(FileError) in try file.copiesNewestFirst }) {
        guard let readable = try? ReadableCopy(of: copy) else { continue }
        let lost = try mapErrors { () throws(SQLiteError) in
          try LostRecords(like: readable)
        }
        try forEachLostRow(in: readable.connection, &seen) { (kind, row) throws(JournalError) in
          taken.count(1, kind)
          if deleted == nil {
            deleted = try file.onDisk { () throws(FileError) in try DeletedTexts(in: file) }
          }
          var row = row
          if row["deleted_at"] == .null, deleted?.contains(row, kind) == true {
            row["deleted_at"] = .integer(moment.instant.secondsSince1970)
            row["deleted_offset"] = .integer(Int64(moment.offset))
          }
          try mapErrors { () throws(SQLiteError) in
            try lost.take(row, from: readable.connection)
          }
        }
        try insertLost(lost)
      }
      return taken
    }
  }

  private typealias SeenTexts = Set<RecordName>

  /// Passes those rows of a copy to `take` that neither the journal nor a newer copy has.
  private func forEachLostRow(
    in copy: borrowing Connection, _ seen: inout SeenTexts,
    _ take: (RecordKind, CopiedRow) throws(JournalError) -> Void
  ) throws(JournalError) {
    let columns = (try? Salvage.columns(of: "record", in: copy)) ?? []
    guard columns.contains("id") else { return }
    var failure: JournalError?
    // An unreadable copy is skipped, like a damaged one.
    _ = try? Salvage.forEachRow(of: "record", columns, in: copy) { values in
      let row = CopiedRow(columns: columns, values: values)
      guard let name = row.recordName else { return true }
      do throws(JournalError) {
        if try isLost(name, row), seen.insert(name).inserted { try take(name.kind, row) }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  /// An entry of a day that has another entry is not lost: it was written again.
  private func isLost(_ name: RecordName, _ row: CopiedRow) throws(JournalError) -> Bool {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT 1 FROM record WHERE kind = ?1 AND id = ?2
        UNION ALL SELECT 1 FROM purge WHERE kind = ?1 AND id = ?2
        UNION ALL SELECT 1 FROM record WHERE kind = 2 AND ?1 = 2 AND day = ?3
        """, .integer(name.kind.rawValue), .text(name.id), row["day"]
      ) { $0.int(0) } == nil
    }
  }

  // MARK: Inserting

  private func insertLost(_ lost: borrowing LostRecords) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in
      try lost.migrate()
      let columns = try Salvage.columns(of: "record", in: connection)
      let rows = try lost.connection.rows(
        "SELECT \(columns.joined(separator: ", ")) FROM record ORDER BY number"
      ) { CopiedRow(columns: columns, values: $0.values) }
      for row in rows { try insertLost(row, columns, from: lost.connection) }
    }
  }

  private func insertLost(
    _ row: CopiedRow, _ columns: [String], from lost: borrowing Connection
  ) throws(SQLiteError) {
    let oldNumber = row["number"]
    var row = row
    row["repository"] = try repository(row["repository"], from: lost)
    row["device"] = try device(row["device"], from: lost)
    if try isTaken("number = ?1", oldNumber) { row["number"] = .null }
    try freePlace(in: &row)
    try insert(row, columns, into: "record")
    let number = connection.lastInsertedRow
    for table in LostRecords.parts {
      let columns = try Salvage.columns(of: table, in: connection)
      let parts = try lost.rows(
        "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE record = ?1", [oldNumber]
      ) { CopiedRow(columns: columns, values: $0.values) }
      for var part in parts {
        part["record"] = .integer(number)
        if part.names.contains("number") { part["number"] = .null }
        if part.names.contains("device") { part["device"] = try device(part["device"], from: lost) }
        if part.names.contains("repository") {
          let former = try repository(part["repository"], from: lost)
          part["repository"] = former == .null ? row["repository"] : former
        }
        try insert(part, columns, into: table)
      }
    }
    let record = try connection.first(
      "SELECT \(RecordColumn.list) FROM record WHERE number = ?1", .integer(number)
    ) { Record($0) }
    guard let record else { return }
    try record.kind.index.add(
      record.words, of: number, isDeleted: record.isDeleted, on: connection)
  }

  private func insert(
    _ row: CopiedRow, _ columns: [String], into table: String
  ) throws(SQLiteError) {
    let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    try connection.run(
      "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))",
      values: columns.map { row[$0] })
  }

  private func isTaken(_ condition: String, _ values: Value...) throws(SQLiteError) -> Bool {
    try connection.first("SELECT 1 FROM record WHERE \(condition)", values: values) {
      $0.int(0)
    } != nil
  }

  /// The row in this journal for a repository of the copy.
  private func repository(
    _ number: Value, from lost: borrowing Connection
  ) throws(SQLiteError) -> Value {
    if number == .null { return .null }
    let known = try lost.first("SELECT key, name, root FROM repository WHERE id = ?1", number) {
      $0.values
    }
    guard let known else { return .null }
    try connection.run(
      "INSERT OR IGNORE INTO repository (key, name, root) VALUES (?1, ?2, ?3)", values: known)
    return try connection.first("SELECT id FROM repository WHERE key = ?1", known[0]) {
      .integer($0.integer(0))
    } ?? .null
  }

  private func device(
    _ number: Value, from lost: borrowing Connection
  ) throws(SQLiteError) -> Value {
    let id = try lost.first("SELECT id FROM device WHERE number = ?1", number) { $0.values[0] }
    guard let id else { return 1 }
    try connection.run("INSERT OR IGNORE INTO device (id, clock) VALUES (?1, 0)", id)
    return try connection.first("SELECT number FROM device WHERE id = ?1", id) {
      .integer($0.integer(0))
    } ?? 1
  }

  /// Keeps the to-do's number on the list of its day, or assigns the next unused one.
  private func freePlace(in row: inout CopiedRow) throws(SQLiteError) {
    guard row["kind"] == .integer(RecordKind.toDo.rawValue), case .integer(let day) = row["day"]
    else { return }
    if try isTaken("kind = 3 AND day = ?1 AND place = ?2", row["day"], row["place"]) {
      row["place"] = .integer(try nextNumber(on: Day(number: Int(day))))
    } else {
      try connection.run(
        """
        INSERT INTO todo_day (day, last) VALUES (?1, ?2)
        ON CONFLICT (day) DO UPDATE SET last = max(last, excluded.last)
        """, row["day"], row["place"])
    }
  }
}

extension LostTexts {
  fileprivate mutating func count(_ count: Int, _ kind: RecordKind) {
    switch kind {
    case .note: notes += count
    case .entry: entries += count
    case .toDo: toDos += count
    }
  }
}
