import Diary
import JSON
import Platform
import Records
import SQLite
import Sync

// A purge removes every version of a text. Their IDs are kept: a version that was made from one of them
// elsewhere contains the text too, even if it was written under the ID of another entry of the day.

/// A text that was purged elsewhere.
struct PurgedText {
  var kind: RecordKind
  var id: String
  /// Whether all versions that were written under this ID were purged.
  var isWhole: Bool
  /// Purged versions that may have been written under other IDs.
  var versions: Set<VersionID>
  var day: Day
}

extension Journal {
  /// The purged records, and the purged versions.
  func purgedIDs() throws(JournalError) -> (records: Set<RecordName>, versions: Set<VersionID>) {
    let records = try database.rows("SELECT kind, id FROM purge") {
      RecordName(kind: $0["kind"], id: $0["id"])
    }
    return (Set(records), try database.versionIDs("SELECT id FROM purged_version"))
  }

  /// Keeps the IDs of purged versions, with the purge of their record if there is one. Of several purges of a day,
  /// the one with the smallest ID has a version, so that devices come to agree.
  ///
  /// - Parameter wereSeen: whether the purging device had seen them. Others were made from these elsewhere.
  func remember(
    purged versions: Set<VersionID>, wereSeen: Bool, of kind: RecordKind, _ id: String
  ) throws(JournalError) {
    for version in versions.sorted() {
      try database.run(
        """
        INSERT INTO purged_version (id, purge, was_seen)
        SELECT ?1, number, ?4 FROM purge WHERE TRUE
          ORDER BY kind = ?2 AND id = ?3 DESC, number LIMIT 1
        ON CONFLICT (id) DO UPDATE SET was_seen = max(was_seen, excluded.was_seen),
          purge = (SELECT number FROM purge WHERE number IN (purged_version.purge, excluded.purge)
            ORDER BY kind, id LIMIT 1)
        """, [version.bytes, kind.rawValue, id, wereSeen])
    }
  }

  /// The versions of a purged text that the device which purged it had seen.
  func seenVersions(
    ofPurge kind: RecordKind, _ id: String
  ) throws(JournalError) -> Set<VersionID> {
    try database.versionIDs(
      """
      SELECT purged_version.id FROM purged_version JOIN purge ON purge.number = purge
      WHERE kind = ?1 AND purge.id = ?2 AND was_seen
      """, [kind, id])
  }

  private func seenVersions() throws(JournalError) -> Set<VersionID> {
    try database.versionIDs("SELECT id FROM purged_version WHERE was_seen")
  }

  /// What interrupted purges still have to remove.
  func unfinishedPurgedTexts() throws(JournalError) -> [PurgedText] {
    try database.rows("SELECT kind, id, day FROM purge WHERE removed_at IS NULL") { row in
      PurgedText(
        kind: row["kind"], id: row["id"], isWhole: true, versions: [], day: row["day"])
    }
  }

  /// Removes the purged versions of a record that has others too: those of another entry that was begun
  /// for the same day. A record with purged versions only is removed by the next process that opens the
  /// journal for writing, and so are the remains in other files.
  ///
  /// - Returns: what was kept of an entry; `nil` if nothing was.
  func separate(
    _ text: PurgedText, unsent: Set<VersionID>, savingDrafts savesDrafts: Bool
  ) throws(JournalError) -> KeptParagraphs? {
    var known = try record(text.kind, id: text.id)
    if known == nil, text.kind == .entry { known = try record(of: text.day) }
    guard let record = known else { return nil }
    let names = try archiveNames()
    let stored = try storedVersions(of: record, names)
    var history = RecordHistory(kind: text.kind, stored.map(\.authored))
    let removed = history.removePurged(
      records: text.isWhole ? [text.id] : [], versions: text.versions)
    if removed.isEmpty { return nil }
    var kept: KeptParagraphs?
    if text.kind == .entry, savesDrafts {
      let rest = history.merge.map { merge in
        Text(
          title: merge.fields["title"]?.string ?? "", body: merge.fields["body"]?.string ?? ""
        ).written
      }
      let formerClocks = try formerClocks()
      kept = try putAside(
        of: record.day, stored.map { RemovedVersion($0.authored, $0.row) }, removing: removed,
        seen: seenVersions(),
        rest: rest ?? ""
      ) { version in
        version.device == 1 || unsent.contains(version.id)
          || version.authored.clock <= formerClocks[version.device] ?? -1
      }
    }
    if history.versions.isEmpty {
      try recordPurge(of: record, hasSeenAll: false)
    } else {
      try remove(removed, of: record, stored, names)
    }
    try remember(purged: removed, wereSeen: false, of: text.kind, text.id)
    try database.run(
      """
      UPDATE purge SET removed_at = NULL, completed_at = NULL WHERE kind = ?1 AND id IN (?2, ?3)
        OR number IN (SELECT purge FROM purged_version WHERE id = ?4)
      """,
      [text.kind.rawValue, text.id, record.id, removed.first.map(\.bytes) ?? []])
    return kept
  }

  /// Keeps what devices that were forgotten have added to an entry that was purged here: no other device
  /// will.
  func putAsideOfForgotten(
    _ leftOut: Unarchiving.LeftOut
  ) throws(JournalError) -> KeptParagraphs? {
    guard try hasPurgeOfThisDevice(ofEntryOn: leftOut.day) else { return nil }
    let forgotten: [Int64] = try database.values(
      """
      SELECT number FROM device WHERE number <> 1 AND name IS NULL
        AND EXISTS (SELECT 1 FROM sync_remote WHERE key_number IS NOT NULL)
      """)
    return try putAside(
      of: leftOut.day, leftOut.versions, removing: Set(leftOut.versions.map(\.id)),
      seen: seenVersions(), rest: ""
    ) { forgotten.contains($0.device) }
  }

  /// Whether the entry of a day was purged here. A purge that was received counts as sent when it began.
  func hasPurgeOfThisDevice(ofEntryOn day: Day) throws(JournalError) -> Bool {
    try hasPurge("kind = 2 AND day = ?1 AND (sent_at IS NULL OR sent_at > begun_at)", [day])
  }

  private func remove(
    _ removed: Set<VersionID>, of record: Record, _ stored: [StoredVersion],
    _ names: ArchiveNames
  ) throws(JournalError) {
    for version in stored where removed.contains(version.id) {
      if let place = version.place {
        try database.run("DELETE FROM record_version WHERE number = ?1", [place])
      }
      try database.run("DELETE FROM unsent WHERE version = ?1", [version.id.bytes])
    }
    // Which of them the items of other programs became is not known.
    try Purge.removeOrigins(of: record.number, in: database)
    let shown = try versionID(of: record.number)
    if record.isMerge || removed.contains(where: { $0.bytes == shown }) {
      // The version in the row of the record is removed too.
      try database.run("UPDATE record SET version_id = x'' WHERE number = ?1", [record.number])
    }
    try settle(record.number, names)
  }

  /// Saves that a record has to be purged, with all its versions.
  ///
  /// - Parameter hasSeenAll: whether the device that purges it has seen all of them.
  func recordPurge(of record: Record, hasSeenAll: Bool) throws(JournalError) {
    var ids: Set<String> = Set(
      try database.values(
        """
        SELECT written_as FROM record_version WHERE record = ?1 AND written_as IS NOT NULL
        UNION SELECT written_as FROM record WHERE number = ?1 AND written_as IS NOT NULL
        """, [record.number]))
    ids.insert(record.id)
    for id in ids.sorted() {
      try database.insert(
        ["kind": record.kind, "id": id, "day": record.day, "begun_at": LocalTime.now()],
        into: "purge", ifThere: .ignore)
    }
    let versions = try database.versionIDs(
      """
      SELECT version_id FROM record_version WHERE record = ?1
      UNION SELECT version_id FROM record WHERE number = ?1
      """, [record.number])
    try remember(purged: versions, wereSeen: hasSeenAll, of: record.kind, record.id)
  }
}

// An import of an archive brings the texts of other devices. If it is undone, they are deleted here, but
// this deletion is not sent: it would delete them where they were written.

extension Journal {
  /// Keeps the deletion that was just written, and the whole text, on this device.
  func keepDeletionHere(of record: Int64) throws(JournalError) {
    try database.run(
      """
      INSERT OR REPLACE INTO taken_back (record, version)
      SELECT number, version_id FROM record WHERE number = ?1
      """, [record])
    try database.run("DELETE FROM unsent WHERE record = ?1", [record])
  }

  /// After another change of the text, as by redo, it is sent as a whole.
  func sendTakenBack(_ record: Int64) throws(JournalError) {
    guard try database.hasRow("SELECT 1 FROM taken_back WHERE record = ?1", [record]) else {
      return
    }
    try database.run("DELETE FROM taken_back WHERE record = ?1", [record])
    try database.run(
      """
      INSERT OR IGNORE INTO unsent (version, record)
      SELECT version_id, record FROM record_version WHERE record = ?1
        AND EXISTS (SELECT 1 FROM sync_remote)
      """, [record])
  }

  /// Forgets the deletion, because the text has arrived again. The caller finds the state of the record.
  ///
  /// - Returns: whether there was one.
  func forgetDeletionHere(of record: Int64) throws(JournalError) -> Bool {
    let version: [UInt8]? = try database.value(
      "SELECT version FROM taken_back WHERE record = ?1", [record])
    guard let version else { return false }
    try willChange(record, isNew: true)
    try database.run("DELETE FROM taken_back WHERE record = ?1", [record])
    // A row without a version is filled when the state is found.
    try database.run(
      "UPDATE record SET version_id = x'' WHERE number = ?1 AND version_id = ?2", [record, version])
    return true
  }
}
