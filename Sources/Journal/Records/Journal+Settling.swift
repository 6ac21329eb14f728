import Diary
import JSON
import Records
import SQLite
import Sync

// A record has one newest version, or several that devices have written without knowing of each other.
// Then its row has their merge, which is not a version: `RecordMerge`.

extension Journal {
  /// A version with the row that has it.
  struct StoredVersion {
    /// The row of `record_version`; `nil` for that of `record`.
    var row: Int64?
    var id: VersionID
    /// The number by which the user names it; 0 if it has none yet.
    var number: Int
    var authored: AuthoredVersion
    var values: [Value]
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
      let first = versions.first(where: { $0.id == id }),
      let time = ArchivedColumn.columns["updated_at"],
      let offset = ArchivedColumn.columns["updated_offset"]
    else { return }
    try database.run(
      """
      UPDATE record SET created_at = ?2, created_offset = ?3
      WHERE number = ?1 AND (created_at, created_offset) IS NOT (?2, ?3)
      """, [record, first.values[time], first.values[offset]])
  }

  /// The state of a record when these were its newest versions; `nil` if one is unknown.
  func state(of record: Record, at heads: [VersionID]) throws(JournalError) -> RecordState? {
    let versions = try storedVersions(of: record, archiveNames()).map(\.authored)
    guard let merge = RecordMerge(versions, kind: record.kind, at: heads) else { return nil }
    return RecordState(
      members: merge.fields.filter { !ArchivedColumn.envelopeNames.contains($0.key) })
  }

  // MARK: Reading

  func storedVersions(
    of record: Record, _ names: ArchiveNames
  ) throws(JournalError) -> [StoredVersion] {
    let state = Schema.stateColumns.joined(separator: ", ")
    let rows = try database.rows(
      """
      SELECT number, tags, \(state) FROM record_version WHERE record = ?1
      UNION ALL SELECT NULL, \(TagList.queryWithSources(of: "record.number")), \(state)
        FROM record WHERE number = ?1 AND length(version_id) = \(VersionID.length)
      """, [record.number]
    ) { $0.values }
    return rows.compactMap { row in
      let values = Array(row.dropFirst(2))
      func value(_ column: String) -> Value {
        ArchivedColumn.columns[column].map { values[$0] } ?? .null
      }
      guard case .blob(let bytes) = value("version_id"), let id = VersionID(bytes),
        case .blob(let parents) = value("parents"), case .integer(let clock) = value("clock"),
        case .integer(let number) = value("version")
      else { return nil }
      var written = record.id
      if case .text(let id) = value("written_as") { written = id }
      let authored = AuthoredVersion(
        id: id, parents: VersionID.list(parents) ?? [], clock: clock, record: written,
        fields: Self.fields(row, names))
      var place: Int64?
      if case .integer(let number) = row[0] { place = number }
      return StoredVersion(
        row: place, id: id, number: Int(number), authored: authored, values: values)
    }
  }

  private static func fields(
    _ row: [Value], _ names: ArchiveNames
  ) -> AuthoredVersion.Fields {
    var fields: AuthoredVersion.Fields = [:]
    for (column, value) in zip(ArchivedColumn.all, row.dropFirst(2)) {
      if column.isIdentity { continue }
      fields[column.name] = column.json(value, names)
    }
    if case .text(let tags) = row[1], tags != "[]" { fields["tags"] = TagList.archived(tags) }
    if let place = ArchivedColumn.columns["others"], case .text(let text) = row[place + 2] {
      for member in (try? JSONParser.parse(Array(text.utf8)))?.object ?? [] {
        fields[member.name] = member.value
      }
    }
    return fields
  }

  /// The columns of a state, without what identifies a version.
  private func values(
    _ fields: AuthoredVersion.Fields, _ names: ArchiveNames
  ) -> (values: [Value], tags: [(tag: String, source: TagSource)]) {
    var names = names
    var values = [Value](repeating: .null, count: ArchivedColumn.all.count)
    var others: [JSONValue.Member] = []
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) where name != "tags" {
      if let place = ArchivedColumn.places[name] {
        values[place] = ArchivedColumn.all[place].value(value, &names) ?? .null
      } else {
        others.append(.init(name, value))
      }
    }
    if !others.isEmpty, let place = ArchivedColumn.columns["others"] {
      values[place] = .text(JSONValue.object(others).text(.compact))
    }
    return (values, TagList.pairs(fields["tags"]) ?? [])
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
      guard let row = versions[index].row else { continue }
      try database.run(
        "UPDATE record_version SET version = ?2 WHERE number = ?1", [row, number])
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
    var values = head.values
    // The version that is shown has the largest number.
    if let place = ArchivedColumn.columns["version"] {
      values[place] = .integer(Int64(head.number == last ? last : last + 1))
    }
    let tags = head.authored.fields["tags"]
    try show(values, TagList.pairs(tags) ?? [], of: record)
    if let row = head.row {
      try database.run("DELETE FROM record_version WHERE number = ?1", [row])
    }
  }

  private func show(
    _ merge: RecordMerge, of record: Record, _ last: Int, _ versions: [StoredVersion],
    _ names: ArchiveNames
  ) throws(JournalError) {
    var (values, tags) = values(merge.fields, names)
    let latest = versions.filter { merge.heads.contains($0.id) }
      .max { ($0.authored.clock, $0.id) < ($1.authored.clock, $1.id) }
    let isLastText = versions.contains {
      $0.number == last && $0.authored.isSameVersion(as: merge.fields)
    }
    let heads = Value.blob(merge.heads.flatMap(\.bytes))
    let content = Text(
      title: merge.fields["title"]?.string ?? "", body: merge.fields["body"]?.string ?? "",
      tags: tags.map(\.tag))
    let identity: [String: Value] = [
      "version": .integer(Int64(isLastText ? last : last + 1)), "version_id": heads,
      "parents": heads, "hash": .blob(content.hash),
      "device": latest.map { $0.values[ArchivedColumn.columns["device"] ?? 0] } ?? 1,
      "clock": .integer(latest?.authored.clock ?? 0),
    ]
    for (column, value) in identity {
      if let place = ArchivedColumn.columns[column] { values[place] = value }
    }
    try show(values, tags, of: record)
  }

  /// Writes a state into the row of the record.
  private func show(
    _ values: [Value], _ tags: [(tag: String, source: TagSource)], of record: Record
  ) throws(JournalError) {
    try unindex(record)
    let columns = Schema.stateColumns.enumerated().map { "\($1) = ?\($0 + 2)" }
    try database.run(
      "UPDATE record SET \(columns.joined(separator: ", ")) WHERE number = ?1",
      values: [.integer(record.number)] + values)
    try replaceTags(of: record.number, by: tags)
    let shown = try self.record(record.number)
    try record.kind.index.add(
      shown.words, of: record.number, isDeleted: shown.isDeleted, in: database)
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
