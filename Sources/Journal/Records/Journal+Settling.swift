import Diary
import JSON
import Records
import SQLite
import Sync

// A record has one newest version, or several that devices have written without knowing of each other.
// Then its row has their merge, which is not a version: `RecordMerge`.

extension Journal {
  /// A version, and where it is.
  struct StoredVersion {
    /// The number of its row in `record_version`; `nil` for the one in `record`.
    var place: Int64?
    var row: VersionRow
    var authored: AuthoredVersion
    /// The number by which the user names it; 0 if it has none yet.
    var number: Int

    var id: VersionID { authored.id }
  }

  /// Finds the state of a record after versions were added to it.
  func settle(_ number: Int64, _ names: ArchiveNames) throws(JournalError) {
    try update(idOf: number)
    let record = try record(number)
    var versions = try storedVersions(of: record, names)
    guard let merge = RecordMerge(versions.map(\.authored), kind: record.kind) else { return }
    let last = try numberNew(&versions)
    let shown = try versionID(of: number)
    let heads = merge.heads.flatMap(\.bytes)
    if heads != shown {
      try keepShownVersion(of: number)
      let head = merge.heads.count == 1 ? versions.first { $0.id == merge.heads[0] } : nil
      if let head {
        try show(head, of: record, last)
      } else {
        try show(merge, of: record, last, versions, names)
      }
    }
    try setLook(at: merge, heads, of: number)
    try setCreation(of: number, versions)
  }

  /// A record is as old as the version with which it began. What other devices say of its age may be the
  /// time of a version that was purged.
  private func setCreation(
    of record: Int64, _ versions: [StoredVersion]
  ) throws(JournalError) {
    guard let id = AuthoredVersion.first(of: versions.map(\.authored))?.id,
      let first = versions.first(where: { $0.id == id })
    else { return }
    try database.run(
      """
      UPDATE record SET created_at = ?2, created_offset = ?3
      WHERE number = ?1 AND (created_at, created_offset) IS NOT (?2, ?3)
      """, [record, first.row["updated_at"], first.row["updated_offset"]])
  }

  /// The state of a record when these were its newest versions; `nil` if one is unknown.
  func state(of record: Record, at heads: [VersionID]) throws(JournalError) -> RecordState? {
    let versions = try storedVersions(of: record, archiveNames()).map(\.authored)
    guard let merge = RecordMerge(versions, kind: record.kind, at: heads) else { return nil }
    let times = ["updatedAt", "updatedOffset"]
    return RecordState(
      members: Self.members(merge.fields).filter { !times.contains($0.name) },
      writtenOn: record.day)
  }

  // MARK: Reading

  func storedVersions(
    of record: Record, _ names: ArchiveNames
  ) throws(JournalError) -> [StoredVersion] {
    try database.rows(
      """
      SELECT number, \(VersionRow.columns(tags: "tags")) FROM record_version WHERE record = ?1
      UNION ALL SELECT NULL,
          \(VersionRow.columns(tags: TagList.queryWithSources(of: "record.number")))
        FROM record WHERE number = ?1 AND length(version_id) = \(VersionID.length)
      """, [record.number]
    ) { $0.values }
    .compactMap { values in
      let row = VersionRow(values.dropFirst())
      guard let authored = row.authored(in: record.id, row.content(names)) else { return nil }
      var place: Int64?
      if case .integer(let number) = values[0] { place = number }
      return StoredVersion(place: place, row: row, authored: authored, number: row.number)
    }
  }

  private static func members(_ fields: AuthoredVersion.Fields) -> [JSONValue.Member] {
    fields.map { .init($0.key, $0.value) }.sortedByName()
  }

  // MARK: Numbers and IDs

  /// Gives numbers to new versions, in the order of their times. A version that changes no text has the
  /// number of the one before, as those that are written here.
  ///
  /// - Returns: the largest number.
  private func numberNew(_ versions: inout [StoredVersion]) throws(JournalError) -> Int {
    var last = versions.map(\.number).max() ?? 0
    let order = versions.indices.filter { versions[$0].number == 0 }.sorted {
      let (left, right) = (versions[$0].authored, versions[$1].authored)
      return (left.clock, left.id) < (right.clock, right.id)
    }
    for index in order {
      let version = versions[index].authored
      // The version that it was made from, or another first version.
      let earlier = versions.first { other in
        other.number > 0
          && (version.parents.isEmpty
            ? other.authored.parents.isEmpty : version.parents == [other.id])
          && other.authored.isSameVersion(as: version.fields)
      }
      if earlier == nil { last += 1 }
      let number = earlier?.number ?? last
      versions[index].number = number
      guard let place = versions[index].place else { continue }
      try database.run(
        "UPDATE record_version SET version = ?2 WHERE number = ?1", [place, number])
    }
    return last
  }

  /// Of two entries of one day, the smaller ID is that of the record.
  private func update(idOf record: Int64) throws(JournalError) {
    let smallest: String? = try database.value(
      """
      SELECT min(id) FROM (
        SELECT coalesce(old.written_as, record.id) AS id FROM record_version AS old
          JOIN record ON record.number = old.record WHERE record.number = ?1
        UNION ALL SELECT coalesce(written_as, id) FROM record
          WHERE number = ?1 AND length(version_id) = \(VersionID.length))
      """, [record])
    let current: String? = try database.value("SELECT id FROM record WHERE number = ?1", [record])
    guard let smallest, let current, smallest != current else { return }
    for (table, key) in [("record", "number"), ("record_version", "record")] {
      try database.run(
        """
        UPDATE \(table) SET written_as = nullif(coalesce(written_as, ?2), ?3) WHERE \(key) = ?1
        """, [record, current, smallest])
    }
    try database.run("UPDATE record SET id = ?2 WHERE number = ?1", [record, smallest])
  }

  // MARK: Showing

  /// Moves the version that the row of the record has to the earlier ones.
  func keepShownVersion(of record: Int64) throws(JournalError) {
    let state = Schema.stateColumns.joined(separator: ", ")
    try database.run(
      """
      INSERT INTO record_version (record, tags, \(state))
      SELECT number, \(TagList.queryWithSources(of: "record.number")), \(state)
      FROM record WHERE number = ?1 AND length(version_id) = \(VersionID.length)
      """, [record])
  }

  private func show(
    _ head: StoredVersion, of record: Record, _ last: Int
  ) throws(JournalError) {
    var row = head.row
    // The version that is shown has the largest number.
    row["version"] = .integer(Int64(head.number == last ? last : last + 1))
    try show(row, of: record)
    if let place = head.place {
      try database.run("DELETE FROM record_version WHERE number = ?1", [place])
    }
  }

  private func show(
    _ merge: RecordMerge, of record: Record, _ last: Int, _ versions: [StoredVersion],
    _ names: ArchiveNames
  ) throws(JournalError) {
    var names = names
    var row = VersionRow(content: Self.members(merge.fields), &names)
    let latest = versions.filter { merge.heads.contains($0.id) }
      .max { ($0.authored.clock, $0.id) < ($1.authored.clock, $1.id) }
    // What has no day or repository of a form that is known keeps those that are shown.
    for column in ["day", "repository"] where row[column] == .null {
      row[column] = latest?.row[column] ?? .null
    }
    let isLastText = versions.contains {
      $0.number == last && $0.authored.isSameVersion(as: merge.fields)
    }
    let heads = Value.blob(merge.heads.flatMap(\.bytes))
    row["version"] = .integer(Int64(isLastText ? last : last + 1))
    row["version_id"] = heads
    row["parents"] = heads
    row["device"] = latest?.row["device"] ?? 1
    row["clock"] = .integer(latest?.authored.clock ?? 0)
    try show(row, of: record)
  }

  /// Writes a version into the row of the record.
  private func show(_ row: VersionRow, of record: Record) throws(JournalError) {
    try unindex(record)
    let columns = Schema.stateColumns.enumerated().map { "\($1) = ?\($0 + 2)" }
    try database.run(
      "UPDATE record SET \(columns.joined(separator: ", ")) WHERE number = ?1",
      values: [.integer(record.number)] + row.values)
    try replaceTags(of: record.number, by: row.tagPairs)
    let shown = try self.record(record.number)
    try WordIndex.add(shown.words, of: record.number, in: database)
    if record.kind == .toDo { try assignNumber(to: record.number) }
  }

  // MARK: What the user should look at

  private func setLook(
    at merge: RecordMerge, _ heads: [UInt8], of record: Int64
  ) throws(JournalError) {
    if merge.losses.isEmpty {
      return try database.run("DELETE FROM look WHERE record = ?1", [record])
    }
    try database.run(
      """
      INSERT INTO look (record, heads, losses) VALUES (?1, ?2, ?3) ON CONFLICT (record) DO UPDATE
        SET is_seen = is_seen AND heads = ?2, heads = ?2, losses = ?3
      """, [record, heads, merge.losses.rawValue])
  }
}

extension AuthoredVersion {
  /// Whether a state says the same, and about the same: no other version to the user.
  fileprivate func isSameVersion(as other: Fields) -> Bool {
    RecordField.versionParts.allSatisfy { fields[$0] == other[$0] }
  }
}
