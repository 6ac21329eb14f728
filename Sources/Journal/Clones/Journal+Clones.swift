public import Diary
import SQLite

extension Journal {
  /// The maximum number of saved histories. Histories that were dropped are read from the clone
  /// again.
  static let cloneHistoryLimit = 2_000

  /// The histories of an author's commits in these clones, in a format that is private to the module
  /// that reads clones.
  public func histories(
    of clones: Set<String>, by writer: String
  ) throws(JournalError) -> [String: [UInt8]] {
    let rows = try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        "SELECT clone, history FROM clone_history WHERE writer = ?1", [.text(writer)]
      ) { row in
        let clone = row.text(0)
        return (clone, clones.contains(clone) ? row.blob(1) : nil)
      }
    }
    return Dictionary(rows.compactMap { clone, bytes in bytes.map { (clone, $0) } }) { $1 }
  }

  /// Replaces the saved histories in one transaction and drops the least recently read ones.
  public func keep(
    histories: [String: [UInt8]], by writer: String, readAt instant: Instant
  ) throws(JournalError) {
    guard !histories.isEmpty else { return }
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        for (clone, bytes) in histories {
          try connection.run(
            """
            INSERT INTO clone_history (clone, writer, read_at, history) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (clone, writer) DO UPDATE SET read_at = ?3, history = ?4
            """, .text(clone), .text(writer), .integer(instant.secondsSince1970), .blob(bytes))
        }
        try connection.run(
          """
          DELETE FROM clone_history WHERE id IN (
            SELECT id FROM clone_history ORDER BY read_at DESC, id DESC LIMIT -1 OFFSET ?1)
          """, .integer(Int64(Self.cloneHistoryLimit)))
      }
    }
  }
}
