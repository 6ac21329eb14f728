public import Diary
import Platform
import Records
import SQLite

extension Journal {
  /// Removes notes permanently: all versions, their words in the index, and their remains in the
  /// log, in drafts and in copies of the journal are overwritten.
  ///
  /// The purge is recorded first. If it is interrupted, or another process blocks it, the next
  /// process that opens the journal for writing completes it.
  public func purge(_ ids: [Identifier]) throws(JournalError) {
    try purge(.note, ids)
  }

  /// Removes to-dos permanently.
  public func purge(toDos ids: [Identifier]) throws(JournalError) { try purge(.toDo, ids) }

  /// Removes entries permanently, with their weather.
  public func purgeEntries(of days: [Day]) throws(JournalError) {
    try purge {
      () throws(JournalError) in
      var records: [Record] = []
      for day in days {
        if let record = try record(of: day) {
          records.append(record)
        } else if try !wasPurged(entryOf: day) {
          throw .missing(.entry(day))
        }
      }
      return records
    }
  }

  func purge(_ kind: RecordKind, _ ids: [Identifier]) throws(JournalError) {
    try purge { () throws(JournalError) in
      var records: [Record] = []
      for id in ids {
        if let record = try record(kind, id: id.text) {
          records.append(record)
        } else if try !wasPurged(kind, id: id.text) {
          throw .missing(kind == .note ? .note(id.text) : .toDo(id.text))
        }
      }
      return records
    }
  }

  private func purge(_ find: () throws(JournalError) -> [Record]) throws(JournalError) {
    try write { () throws(JournalError) in
      for record in try find() { try recordPurge(of: record, hasSeenAll: true) }
    }
    try completePurges()
  }

  /// The purged note whose ID begins with `typed`; `nil` if there is none, or if an existing note
  /// matches.
  public func purgedNote(_ typed: String) throws(JournalError) -> Identifier? {
    guard let prefix = Identifier.prefix(typed) else { return nil }
    return try database.value(
      """
      SELECT id FROM purge WHERE kind = ?1 AND id >= ?2 AND id < ?3 AND NOT EXISTS
        (SELECT 1 FROM record WHERE record.kind = ?1 AND record.id >= ?2 AND record.id < ?3)
      """, [RecordKind.note.rawValue, prefix, prefix + "{"])
  }

  /// Whether the day has no entry because it was purged.
  public func isPurged(entryOf day: Day) throws(JournalError) -> Bool {
    guard try row(of: day) == nil else { return false }
    return try wasPurged(entryOf: day)
  }

  private func wasPurged(entryOf day: Day) throws(JournalError) -> Bool {
    try hasPurge("kind = 2 AND day = ?1", [day])
  }

  /// Whether a text was purged, or is being purged. No other text ever has its ID.
  func wasPurged(_ kind: RecordKind, id: String) throws(JournalError) -> Bool {
    try hasPurge("kind = ?1 AND id = ?2", [kind.rawValue, id])
  }

  /// Refuses to change a text that an interrupted purge still has to remove, because the change
  /// would be removed with it. The next process that opens the journal for writing completes the
  /// purge.
  func expectNoPurge(of record: Record) throws(JournalError) {
    if try wasPurged(record.kind, id: record.id) { throw .purgeUnfinished }
  }

  func hasPurge(
    _ condition: String, _ values: [any ColumnValue]
  ) throws(JournalError) -> Bool {
    try database.hasRow("SELECT 1 FROM purge WHERE \(condition)", values)
  }

  /// The number of texts that are not yet purged from all files.
  public func unfinishedPurges() throws(JournalError) -> Int {
    try database.value("SELECT count(*) FROM purge WHERE completed_at IS NULL") ?? 0
  }

  /// Completes interrupted purges.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  public func completePurges() throws(JournalError) -> Bool {
    try Purge(file: JournalFile(path: path), drafts: drafts, isExchanging: isExchanging)
      .complete(database)
  }
}
