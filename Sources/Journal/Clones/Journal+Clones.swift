public import Diary
import SQLite

/// The saved history of one author's commits in one clone.
public struct SavedCloneHistory: Hashable, Sendable {
  /// The directory that all working trees of the clone share.
  public var clone: String
  /// The author of the commits.
  public var writer: String
  public var known: SavedHistory

  public init(clone: String, writer: String, known: SavedHistory) {
    self.clone = clone
    self.writer = writer
    self.known = known
  }
}

extension Journal {
  /// The maximum number of saved histories. Histories that were dropped are read from the clone
  /// again.
  static let cloneHistoryLimit = 200

  /// The history of an author's commits in a clone, as it was last read.
  public func history(of clone: String, by writer: String) throws(JournalError) -> SavedHistory? {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT basis, commits, unpushed FROM clone_history WHERE clone = ?1 AND writer = ?2",
        .text(clone), .text(writer)
      ) { row in
        // Damaged data counts as missing, so that the clone is read again.
        PackedCommits(bytes: row.blob(1)).map { commits in
          SavedHistory(
            basis: row.blob(0), commits: commits,
            unpushed: row.optionalBlob(2).flatMap(PackedCommits.init(bytes:)))
        }
      } ?? nil
    }
  }

  /// Replaces the saved histories in one transaction and drops the least recently read ones.
  public func keep(
    _ histories: [SavedCloneHistory], readAt instant: Instant
  ) throws(JournalError) {
    guard !histories.isEmpty else { return }
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        var insertHistory = try connection.prepare(
          """
          INSERT INTO clone_history (clone, writer, read_at, basis, commits, unpushed)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          ON CONFLICT (clone, writer)
          DO UPDATE SET read_at = ?3, basis = ?4, commits = ?5, unpushed = ?6
          """)
        for history in histories {
          try insertHistory.bind([
            .text(history.clone), .text(history.writer), .integer(instant.secondsSince1970),
            .blob(history.known.basis), .blob(history.known.commits.bytes),
            history.known.unpushed.map { .blob($0.bytes) } ?? .null,
          ])
          while try insertHistory.step() {}
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
