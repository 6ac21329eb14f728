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
    var histories: [String: [UInt8]] = [:]
    try database.forEach("SELECT clone, history FROM clone_history WHERE writer = ?1", [writer]) {
      row in
      let clone: String = row["clone"]
      if clones.contains(clone) { histories[clone] = row["history"] }
    }
    return histories
  }

  /// Replaces the saved histories in one transaction and drops the least recently read ones.
  public func save(
    histories: [String: [UInt8]], by writer: String, readAt instant: Instant
  ) throws(JournalError) {
    guard !histories.isEmpty else { return }
    try write { () throws(JournalError) in
      for (clone, bytes) in histories {
        try database.run(
          """
          INSERT INTO clone_history (clone, writer, read_at, history) VALUES (?1, ?2, ?3, ?4)
          ON CONFLICT (clone, writer) DO UPDATE SET read_at = ?3, history = ?4
          """, [clone, writer, instant, bytes])
      }
      try database.run(
        """
        DELETE FROM clone_history WHERE (clone, writer) IN (
          SELECT clone, writer FROM clone_history
          ORDER BY read_at DESC, clone, writer LIMIT -1 OFFSET ?1)
        """, [Self.cloneHistoryLimit])
    }
  }
}
