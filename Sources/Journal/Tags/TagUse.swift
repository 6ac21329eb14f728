public import Diary
public import Records
import SQLite

/// How many texts have a tag. Different spellings of a tag are the same tag.
public struct TagUse: Hashable, Sendable {
  /// As it was spelled last.
  public var tag: String
  public var texts: RecordCounts
  public var lastUsed: Day
}

extension Journal {
  /// The tags of all texts that are not deleted, most recently used first.
  ///
  /// - Parameters:
  ///   - since: the first day of the texts.
  ///   - today: the last day of use for to-dos of later days.
  public func tagUses(since: Day? = nil, today: Day?) throws(JournalError) -> [TagUse] {
    try database.rows(
      """
      SELECT substr(max(printf('%020d', clock) || tag), 21) AS spelling, ltrim(key, '#') AS name,
        count(DISTINCT iif(kind = 1, number, NULL)) AS notes,
        count(DISTINCT iif(kind = 2, number, NULL)) AS entries,
        count(DISTINCT iif(kind = 3, number, NULL)) AS todos, max(min(day, ?2)) AS last
      FROM record_tag JOIN record ON record.number = record_tag.record
      WHERE deleted_at IS NULL AND day >= ?1 GROUP BY name ORDER BY last DESC, name
      """, [since?.number ?? .min, today?.number ?? .max]
    ) { row in
      TagUse(
        tag: Tag.name(row["spelling"] as String),
        texts: RecordCounts(notes: row["notes"], entries: row["entries"], toDos: row["todos"]),
        lastUsed: row["last"])
    }
  }

  /// The tags in use, most frequent first.
  public func tags() throws(JournalError) -> [String] {
    // The order of equal numbers is kept.
    let uses = try tagUses(today: nil).enumerated()
    return uses.sorted { ($1.element.texts.total, $0.offset) < ($0.element.texts.total, $1.offset) }
      .prefix(500).map(\.element.tag)
  }
}
