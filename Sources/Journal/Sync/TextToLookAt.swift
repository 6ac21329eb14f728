public import Diary
import SQLite
import Sync

/// A text that two devices have changed so that the merge could not keep everything.
public struct TextToLookAt: Sendable {
  public var record: ChangedRecord
  /// Whether both have changed the same words; otherwise one has deleted it.
  public var hasLostWords: Bool
}

extension TextToLookAt {
  /// The SQL expression for whether the user should look at a record.
  static func query(of number: String) -> String {
    "EXISTS (SELECT 1 FROM look WHERE record = \(number) AND is_seen = 0) AS needs_look"
  }
}

extension Journal {
  /// The texts whose merge the user has not looked at, the newest first.
  public func textsToLookAt(limit: Int = 100) throws(JournalError) -> [TextToLookAt] {
    let rows = try database.rows(
      "SELECT record, losses FROM look WHERE is_seen = 0 ORDER BY record DESC LIMIT ?1", [limit]
    ) { ($0["record"] as Int64, $0["losses"] as Int) }
    var texts: [TextToLookAt] = []
    for (number, losses) in rows {
      if let record = try changedRecord(number) {
        texts.append(
          TextToLookAt(
            record: record, hasLostWords: MergeLosses(rawValue: losses).contains(.words)))
      }
    }
    return texts
  }

  /// Saves that the user has seen the versions of a note.
  public func didLook(atNote id: Identifier) throws(JournalError) {
    try didLook("kind = 1 AND id = ?1", id.text)
  }

  public func didLook(atEntryOf day: Day) throws(JournalError) {
    try didLook("kind = 2 AND day = ?1", day)
  }

  public func didLook(atToDo id: Identifier) throws(JournalError) {
    try didLook("kind = 3 AND id = ?1", id.text)
  }

  private func didLook(
    _ condition: String, _ value: any ColumnValue
  ) throws(JournalError) {
    try writeCache { () throws(JournalError) in
      try database.run(
        "UPDATE look SET is_seen = 1 WHERE record IN (SELECT number FROM record WHERE \(condition))",
        [value])
    }
  }
}
