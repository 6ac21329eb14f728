public import Diary
import Platform
public import Records
import SQLite

extension Journal {
  /// Removes texts permanently: all versions, their words in the index, the weather of entries, and the
  /// remains in the log, in drafts and in copies of the journal are overwritten.
  ///
  /// The purge is recorded first. If it is interrupted, or another process blocks it, the next
  /// process that opens the journal for writing completes it.
  public func purge(_ ids: [RecordID]) throws(JournalError) {
    try write { () throws(JournalError) in
      for id in ids {
        if let record = try recordIfKnown(id) {
          try recordPurge(of: record, hasSeenAll: true)
        } else if try !wasPurged(id) {
          throw .missing(.init(id))
        }
      }
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

  /// Whether there is no such text because it was purged.
  public func isPurged(_ id: RecordID) throws(JournalError) -> Bool {
    guard try recordIfKnown(id) == nil else { return false }
    return try wasPurged(id)
  }

  private func wasPurged(_ id: RecordID) throws(JournalError) -> Bool {
    switch id {
    case .note, .toDo: try wasPurged(id.kind, id: id.name)
    case .entry(let day): try hasPurge("kind = 2 AND day = ?1", [day])
    }
  }

  /// Whether a text was purged, or is being purged. No other text ever has its ID.
  public func wasPurged(_ kind: RecordKind, id: String) throws(JournalError) -> Bool {
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
