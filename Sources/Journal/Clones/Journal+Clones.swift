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
  static let cloneHistoryLimit = 2_000

  /// The history of an author's commits in a clone, as it was last read.
  public func history(of clone: String, by writer: String) throws(JournalError) -> SavedHistory? {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT basis, commits, unpushed, stamp FROM clone_history
        WHERE clone = ?1 AND writer = ?2
        """,
        .text(clone), .text(writer), read: Self.history
      ) ?? nil
    }
  }

  /// The histories of an author's commits in all of these clones, with one query.
  public func histories(
    of clones: Set<String>, by writer: String
  ) throws(JournalError) -> [String: SavedHistory] {
    var histories: [String: SavedHistory] = [:]
    try mapErrors { () throws(SQLiteError) in
      var statement = try connection.prepare(
        "SELECT basis, commits, unpushed, stamp, clone FROM clone_history WHERE writer = ?1")
      try statement.bind([.text(writer)])
      while try statement.step() {
        let clone = statement.text(4)
        if clones.contains(clone) { histories[clone] = Self.history(statement) }
      }
    }
    return histories
  }

  /// Damaged data counts as missing, so that the clone is read again.
  private static func history(_ row: borrowing Statement) -> SavedHistory? {
    guard let commits = PackedCommits(bytes: row.blob(1)) else { return nil }
    return SavedHistory(
      basis: row.blob(0), commits: commits,
      unpushed: row.optionalBlob(2).flatMap(PackedCommits.init(bytes:)),
      stamp: row.optionalBlob(3))
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
          INSERT INTO clone_history (clone, writer, read_at, basis, commits, unpushed, stamp)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
          ON CONFLICT (clone, writer)
          DO UPDATE SET read_at = ?3, basis = ?4, commits = ?5, unpushed = ?6, stamp = ?7
          """)
        for history in histories {
          try insertHistory.bind([
            .text(history.clone), .text(history.writer), .integer(instant.secondsSince1970),
            .blob(history.known.basis), .blob(history.known.commits.bytes),
            history.known.unpushed.map { .blob($0.bytes) } ?? .null,
            history.known.stamp.map { .blob($0) } ?? .null,
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
