import Diary
import Platform
import SQLite
import Sync

// A purge removes every version of a text. Their IDs are kept: a version that was made from one of them
// elsewhere contains the text too, even if it was written under the ID of another entry of the day.

extension Journal {
  /// The purged records, as `kind id`, and the purged versions.
  func purgedIDs() throws(JournalError) -> (records: Set<String>, versions: Set<VersionID>) {
    let records = try database.rows("SELECT kind, id FROM purge") { row in
      "\((RecordKind(rawValue: row["kind"]) ?? .note).name) \(row["id"] as String)"
    }
    let versions: [[UInt8]] = try database.values("SELECT id FROM purged_version")
    return (Set(records), Set(versions.compactMap { VersionID($0) }))
  }

  /// Keeps the IDs of purged versions, with the purge of their record if there is one.
  func remember(
    purged versions: Set<VersionID>, of kind: RecordKind, _ id: String
  ) throws(JournalError) {
    for version in versions.sorted() {
      try database.run(
        """
        INSERT OR IGNORE INTO purged_version (id, purge)
        SELECT ?1, number FROM purge ORDER BY kind = ?2 AND id = ?3 DESC, number LIMIT 1
        """, [version.bytes, kind.rawValue, id])
    }
  }

  /// Removes the versions of a record that another device has purged, if the record has others too:
  /// those of another entry that was begun for the same day.
  ///
  /// - Parameters:
  ///   - isWhole: whether all versions that were written under this ID were purged.
  ///   - versions: other purged versions.
  /// - Returns: whether the journal has purged text: the next process that opens the journal for
  ///   writing removes it, and its remains in other files.
  func separate(
    purged kind: RecordKind, _ id: String, isWhole: Bool, _ versions: Set<VersionID>, on day: Day
  ) throws(JournalError) -> Bool {
    var known = try record(kind, id: id)
    if known == nil, kind == .entry { known = try record(of: day) }
    guard let record = known else { return false }
    let names = try archiveNames()
    let stored = try storedVersions(of: record, names)
    var history = RecordHistory(kind: kind.name, stored.map(\.authored))
    let removed = history.removePurged(records: isWhole ? [id] : [], versions: versions)
    if removed.isEmpty { return false }
    if history.versions.isEmpty {
      if record.id != id || !isWhole { try recordPurge(of: record) }
    } else {
      for version in stored where removed.contains(version.id) {
        if let row = version.row {
          try database.run("DELETE FROM record_version WHERE number = ?1", [row])
        }
      }
      // Which of them the items of other programs became is not known.
      try Purge.removeOrigins(of: record.number, in: database)
      let first = stored.filter { !removed.contains($0.id) }.min {
        ($0.authored.clock, $0.id) < ($1.authored.clock, $1.id)
      }
      if let first, let time = ArchivedColumn.columns["updated_at"],
        let offset = ArchivedColumn.columns["updated_offset"]
      {
        try database.run(
          "UPDATE record SET created_at = ?2, created_offset = ?3 WHERE number = ?1",
          [record.number, first.values[time], first.values[offset]])
      }
      let shown = try versionID(of: record.number)
      if record.isMerge || removed.contains(where: { $0.bytes == shown }) {
        // What the row shows is no version that stays.
        try database.run("UPDATE record SET version_id = x'' WHERE number = ?1", [record.number])
      }
      try settle(record.number, names)
    }
    try remember(purged: removed, of: kind, id)
    if !isWhole, let first = removed.first {
      // The purge of these versions has to remove their remains too.
      try database.run(
        """
        UPDATE purge SET removed_at = NULL, completed_at = NULL
        WHERE number = (SELECT purge FROM purged_version WHERE id = ?1)
        """, [first.bytes])
    }
    return true
  }

  /// Saves that a record has to be purged, with all its versions.
  func recordPurge(of record: Record) throws(JournalError) {
    var ids: Set<String> = Set(
      try database.values(
        """
        SELECT written_as FROM record_version WHERE record = ?1 AND written_as IS NOT NULL
        UNION SELECT written_as FROM record WHERE number = ?1 AND written_as IS NOT NULL
        """, [record.number]))
    ids.insert(record.id)
    for id in ids.sorted() {
      try database.run(
        "INSERT OR IGNORE INTO purge (kind, id, day, begun_at) VALUES (?1, ?2, ?3, ?4)",
        [record.kind.rawValue, id, record.day, LocalTime.now()])
    }
    let versions: [[UInt8]] = try database.values(
      """
      SELECT version_id FROM record_version WHERE record = ?1
      UNION SELECT version_id FROM record WHERE number = ?1
      """, [record.number])
    try remember(
      purged: Set(versions.compactMap { VersionID($0) }), of: record.kind, record.id)
  }
}
