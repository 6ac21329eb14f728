public import Diary
import Platform
public import Records
import SQLite
import Sync

extension Journal {
  /// Removes copies of earlier repairs. The newest stay, and so does each one with a version, a purge or an
  /// imported item that the journal lacks, or that cannot be read as a whole.
  ///
  /// - Parameter count: how many stay in any case.
  /// - Returns: the number of removed copies.
  public func removeRepairCopies(keeping count: Int = 3) throws(JournalError) -> Int {
    let file = JournalFile(path: path)
    let lock = try file.lock()
    defer { _ = lock }
    let copies = try file.onDisk { () throws(FileError) in try file.repairCopiesNewestFirst }
    let removed = try database.withoutOwnTexts(copies.dropFirst(count))
    for copy in removed {
      try file.onDisk { () throws(FileError) in
        for suffix in ["-wal", "-shm", ""] { try File.remove(copy + suffix) }
      }
    }
    return removed.count
  }

  /// Counts the texts that the journal has lost, but that are in copies from before a migration or
  /// repair, or in logs without a journal.
  public func lostTexts() throws(JournalError) -> RecordCounts {
    let file = JournalFile(path: path)
    var lost = RecordCounts()
    var seen = SeenTexts()
    for copy in try file.onDisk({ () throws(FileError) in try file.copiesNewestFirst }) {
      guard let readable = try? ReadableCopy(of: copy) else { continue }
      try forEachLostRow(in: readable.connection, &seen) { kind, _ in lost[kind] += 1 }
    }
    return lost
  }

  /// Restores the lost texts with their versions. Deleted texts stay deleted.
  ///
  /// Texts that were purged, or are about to be, are not restored.
  public func restoreLostTexts(at moment: Moment) throws(JournalError) -> RecordCounts {
    let file = JournalFile(path: path)
    return try write { () throws(JournalError) in
      var restored = RecordCounts()
      var seen = SeenTexts()
      // Loaded only if a text is lost, because this reads the whole index of each copy.
      var deleted: DeletedTexts?
      for copy in try file.onDisk({ () throws(FileError) in try file.copiesNewestFirst }) {
        guard let readable = try? ReadableCopy(of: copy) else { continue }
        let lost = try LostRecords(like: readable, of: file)
        try forEachLostRow(in: readable.connection, &seen) { (_, row) throws(JournalError) in
          if deleted == nil {
            deleted = try file.onDisk { () throws(FileError) in try DeletedTexts(in: file) }
          }
          var row = row
          if row["deleted_at"] == .null, deleted?.contains(row) == true {
            row["deleted_at"] = .integer(moment.instant.secondsSince1970)
            row["deleted_offset"] = .integer(Int64(moment.offset))
          }
          try lost.take(row, from: readable.connection)
        }
        try insertLost(lost, counting: &restored)
      }
      return restored
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
    try !database.hasRow(
      """
      SELECT 1 FROM record WHERE kind = ?1 AND id = ?2
      UNION ALL SELECT 1 FROM purge WHERE kind = ?1 AND id = ?2
      UNION ALL SELECT 1 FROM record WHERE kind = 2 AND ?1 = 2 AND day = ?3
      """, [name.kind.rawValue, name.id, row["day"]])
  }

  // MARK: Inserting

  private func insertLost(
    _ lost: borrowing LostRecords, counting restored: inout RecordCounts
  ) throws(JournalError) {
    try lost.migrate()
    for row in try lost.database.copiedRows(of: "record", "ORDER BY number") {
      restored[try insertLost(row, from: lost.database)] += 1
    }
  }

  /// - Returns: the kind of the text.
  private func insertLost(
    _ row: CopiedRow, from lost: borrowing Database
  ) throws(JournalError) -> RecordKind {
    let oldNumber = row["number"]
    var row = row
    let former = row["repository"]
    row["repository"] = try repository(former, from: lost)
    row["device"] = try device(row["device"], from: lost)
    if try database.hasRow("SELECT 1 FROM record WHERE number = ?1", [oldNumber]) {
      row["number"] = .null
    }
    try database.insert(row.columns, into: "record")
    let number = database.lastInsertedRow
    try assignNumber(to: number)
    for table in LostRecords.parts {
      for var part in try lost.copiedRows(of: table, "WHERE record = ?1", [oldNumber]) {
        part["record"] = .integer(number)
        if part.names.contains("number") { part["number"] = .null }
        if part.names.contains("device") { part["device"] = try device(part["device"], from: lost) }
        if part.names.contains("repository") {
          let former = try repository(part["repository"], from: lost)
          part["repository"] = former == .null ? row["repository"] : former
        }
        try database.insert(part.columns, into: table)
      }
    }
    if row["repository"] != former { try renewHashes(of: number) }
    let record = try record(number)
    try WordIndex.add(record.words, of: number, in: database)
    return record.kind
  }

  /// The row in this journal for a repository of the copy.
  private func repository(
    _ number: Value, from lost: borrowing Database
  ) throws(JournalError) -> Value {
    if number == .null { return .null }
    let known = try lost.first("SELECT key, name, root FROM repository WHERE id = ?1", [number]) {
      $0.values
    }
    guard let known else { return .null }
    try database.run(
      "INSERT OR IGNORE INTO repository (key, name, root) VALUES (?1, ?2, ?3)", known)
    return try database.value("SELECT id FROM repository WHERE key = ?1", [known[0]]) ?? .null
  }

  private func device(
    _ number: Value, from lost: borrowing Database
  ) throws(JournalError) -> Value {
    let id: Value? = try lost.value("SELECT id FROM device WHERE number = ?1", [number])
    guard let id else { return 1 }
    try database.insert(["id": id, "clock": 0], into: "device", ifThere: .ignore)
    return try database.value("SELECT number FROM device WHERE id = ?1", [id]) ?? 1
  }
}

extension Database {
  /// Those of the copies in which nothing is that this journal lacks, so that they can be removed. Each copy
  /// stays that has another version, purge or imported item, or that cannot be read as a whole.
  borrowing func withoutOwnTexts(
    _ copies: some Sequence<String>
  ) throws(JournalError) -> [String] {
    var known: Set<[Value]>?
    var found: [String] = []
    for copy in copies {
      if known == nil {
        known = try mapErrors { () throws(SQLiteError) in
          try Self.identities(
            in: connection, Self.identities + ["SELECT 1, id, NULL, NULL FROM purged_version"])
        }
      }
      if let known, Self.hasNothing(copy, besides: known) { found.append(copy) }
    }
    return found
  }

  /// `false` also if that cannot be found out.
  private static func hasNothing(_ copy: String, besides known: Set<[Value]>) -> Bool {
    do {
      let readable = try ReadableCopy(of: copy)
      guard readable.schema == Schema.current.version else { return false }
      // On a damaged page, there may be rows that are not found.
      let problems = try readable.connection.rows("PRAGMA integrity_check(1)") { $0.values }
      return try problems == [[.text("ok")]]
        && identities(in: readable.connection, identities).isSubset(of: known)
    } catch {
      return false
    }
  }

  /// What identifies a version, a purge and an imported item. A merge is not a version.
  private static let identities = [
    "SELECT 1, version_id, NULL, NULL FROM record_version",
    "SELECT 1, version_id, NULL, NULL FROM record WHERE length(version_id) = \(VersionID.length)",
    "SELECT 2, kind, id, NULL FROM purge", "SELECT 3, format, source, hash FROM origin",
    "SELECT 4, kind, id, json FROM unknown_record",
  ]

  private static func identities(
    in connection: borrowing Connection, _ queries: [String]
  ) throws(SQLiteError) -> Set<[Value]> {
    var found: Set<[Value]> = []
    for query in queries { try connection.forEachRow(query) { found.insert($0) } }
    return found
  }
}
