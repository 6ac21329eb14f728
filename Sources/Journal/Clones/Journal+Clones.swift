public import Diary
import SQLite

/// What is known of one writer's commits in one clone.
public struct SavedCloneHistory: Hashable, Sendable {
  /// The folder that all working trees of the clone share.
  public var clone: String
  /// Whose commits these are.
  public var writer: String
  public var known: SavedHistory

  public init(clone: String, writer: String, known: SavedHistory) {
    self.clone = clone
    self.writer = writer
    self.known = known
  }
}

extension Journal {
  /// No more are kept: they are read again where they are missing.
  static let cloneHistoryLimit = 200

  /// What was known of a writer's commits in a clone when it was last read.
  public func history(of clone: String, by writer: String) throws(JournalError) -> SavedHistory? {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT basis, commits, unpushed FROM clone_history WHERE clone = ?1 AND writer = ?2",
        .text(clone), .text(writer)
      ) { row in
        // What only damage can have made is read again.
        PackedCommits(bytes: row.blob(1)).map { commits in
          SavedHistory(
            basis: row.blob(0), commits: commits,
            unpushed: row.optionalBlob(2).flatMap(PackedCommits.init(bytes:)))
        }
      } ?? nil
    }
  }

  /// Keeps what was read in the place of what was known, all at once, and forgets what has not been
  /// read for longest.
  public func keep(
    _ histories: [SavedCloneHistory], readAt instant: Instant
  ) throws(JournalError) {
    guard !histories.isEmpty else { return }
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        var keeping = try connection.prepare(
          """
          INSERT INTO clone_history (clone, writer, read_at, basis, commits, unpushed)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          ON CONFLICT (clone, writer)
          DO UPDATE SET read_at = ?3, basis = ?4, commits = ?5, unpushed = ?6
          """)
        for history in histories {
          try keeping.bind([
            .text(history.clone), .text(history.writer), .integer(instant.secondsSince1970),
            .blob(history.known.basis), .blob(history.known.commits.bytes),
            history.known.unpushed.map { .blob($0.bytes) } ?? .null,
          ])
          while try keeping.step() {}
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
