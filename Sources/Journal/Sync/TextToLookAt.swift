public import Records
import SQLite
import Sync

/// A text that two devices have changed so that the merge could not keep everything.
public struct TextToLookAt: Sendable {
  public var record: FoundRecord
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
      texts.append(
        TextToLookAt(
          record: try found(record(number)),
          hasLostWords: MergeLosses(rawValue: losses).contains(.words)))
    }
    return texts
  }

  /// Saves that the user has seen the versions of a text.
  public func didLook(at id: RecordID) throws(JournalError) {
    try writeCache { () throws(JournalError) in
      try database.run(
        "UPDATE look SET is_seen = 1 WHERE record = ?1", [recordIfKnown(id)?.number])
    }
  }
}
