public import Diary
import Platform
import SQLite

extension Journal {
  /// Takes notes away for good: every version, their words in the index, and what is left of them in
  /// the log, in drafts and in the copies that were set aside, overwritten.
  ///
  /// What is to be purged is written down first. A purge that is interrupted, or that another process
  /// stops, is completed by whatever opens the journal for writing next.
  public func purge(_ ids: [Identifier]) throws(JournalError) {
    try purge(.note, ids.map(\.text)) { (id) in .noNote(typed: id) }
  }

  /// Takes the entries of days away for good, as notes are, and their weather with them.
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

  /// The note that was purged, and is named by what was typed; `nil` where there is none, or another
  /// note's id begins so.
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

  /// Whether the day has no entry any more because it was purged.
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

  /// How many texts are still to be purged from some file.
  public func unfinishedPurges() throws(JournalError) -> Int {
    try mapErrors { () throws(SQLiteError) in
      try connection.first("SELECT count(*) FROM purge WHERE completed_at IS NULL") {
        $0.int(0)
      } ?? 0
    }
  }

  /// Goes on with purges that were begun.
  public func completePurges() throws(JournalError) {
    try Purge(file: JournalFile(path: path), drafts: drafts).complete(connection)
  }
}
