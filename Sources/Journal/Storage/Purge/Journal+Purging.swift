public import Diary
import Platform
import SQLite

extension Journal {
  /// Removes notes permanently: all versions, their words in the index, and their remains in the
  /// log, in drafts and in copies of the journal are overwritten.
  ///
  /// The purge is recorded first. If it is interrupted, or another process blocks it, the next
  /// process that opens the journal for writing completes it.
  public func purge(_ ids: [Identifier]) throws(JournalError) {
    try purge(.note, ids.map(\.text)) { (id) in .noNote(typed: id) }
  }

  /// Removes entries permanently, with their weather.
  public func purgeEntries(of days: [Day]) throws(JournalError) {
    try purge(.entry, days.map(EntryRow.id)) { (id) in
      Day(iso: id).map { .noEntry($0) } ?? .dayOutOfRange
    }
  }

  func purge(
    _ kind: RecordKind, _ ids: [String], missing: (String) -> JournalError
  ) throws(JournalError) {
    let now = LocalTime.now().secondsSince1970
    try write { () throws(JournalError) in
      for id in ids {
        guard let record = try record(kind, id: id) else {
          if try wasPurged(kind, id: id) { continue }
          throw missing(id)
        }
        try mapErrors { () throws(SQLiteError) in
          try connection.run(
            "INSERT INTO purge (kind, id, created_at, begun_at) VALUES (?1, ?2, ?3, ?4)",
            .integer(kind.rawValue), .text(id),
            .integer(record.createdAt.instant.secondsSince1970), .integer(now))
        }
      }
    }
    try Purge(file: JournalFile(path: path), drafts: drafts).complete(connection)
  }

  /// The purged note whose ID begins with `typed`; `nil` if there is none, or if an existing note
  /// matches.
  public func purgedNote(_ typed: String) throws(JournalError) -> Identifier? {
    guard let prefix = Identifier.prefix(typed) else { return nil }
    return try mapErrors { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT id FROM purge WHERE kind = ?1 AND id >= ?2 AND id < ?3 AND NOT EXISTS
          (SELECT 1 FROM record WHERE record.kind = ?1 AND record.id >= ?2 AND record.id < ?3)
        """,
        .integer(RecordKind.note.rawValue), .text(prefix), .text(prefix + "{")
      ) { Identifier(stored: $0.text(0)) }
    }
  }

  /// Whether the day has no entry because it was purged.
  public func isPurged(entryOf day: Day) throws(JournalError) -> Bool {
    guard try row(of: day) == nil else { return false }
    return try wasPurged(.entry, id: EntryRow.id(day))
  }

  private func wasPurged(_ kind: RecordKind, id: String) throws(JournalError) -> Bool {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT 1 FROM purge WHERE kind = ?1 AND id = ?2", .integer(kind.rawValue), .text(id)
      ) { $0.int(0) } != nil
    }
  }

  /// Whether an earlier text with this ID, created in that second, was purged.
  func wasPurged(
    _ kind: RecordKind, id: String, createdAt: Instant
  ) throws(JournalError) -> Bool {
    try hasPurge("TRUE", kind, id: id, createdAt)
  }

  /// Refuses to change a text that an interrupted purge still has to remove, because the change
  /// would be removed with it. The next process that opens the journal for writing completes the
  /// purge.
  func expectNoPurge(of record: Record) throws(JournalError) {
    let (kind, time) = (record.kind, record.createdAt.instant)
    if try hasPurge("completed_at IS NULL", kind, id: record.id, time) {
      throw .purgeUnfinished
    }
  }

  private func hasPurge(
    _ condition: String, _ kind: RecordKind, id: String, _ createdAt: Instant
  ) throws(JournalError) -> Bool {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT 1 FROM purge WHERE \(condition) AND kind = ?1 AND id = ?2 AND created_at = ?3",
        .integer(kind.rawValue), .text(id), .integer(createdAt.secondsSince1970)
      ) { $0.int(0) } != nil
    }
  }

  /// The number of texts that are not yet purged from all files.
  public func unfinishedPurges() throws(JournalError) -> Int {
    try mapErrors { () throws(SQLiteError) in
      try connection.first("SELECT count(*) FROM purge WHERE completed_at IS NULL") {
        $0.int(0)
      } ?? 0
    }
  }

  /// Completes interrupted purges.
  public func completePurges() throws(JournalError) {
    try Purge(file: JournalFile(path: path), drafts: drafts).complete(connection)
  }
}
