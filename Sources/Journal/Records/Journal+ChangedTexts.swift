import Diary
import Platform
public import Records
import SQLite
import Sync

/// A text that differs from what was saved, because the disk changed it without an error.
public struct ChangedText: Hashable, Sendable {
  public var kind: RecordKind
  /// The shortest unique prefix of a note's or to-do's ID, or the day of an entry.
  public var name: String
  public var version: Int
  /// Whether a copy of the journal has the original text.
  public var hasCopy: Bool
}

extension Journal {
  /// Compares every version with the hash that was saved with it.
  public func changedTexts() throws(JournalError) -> [ChangedText] {
    let changed = try changedVersions()
    if changed.isEmpty { return [] }
    let originals = try originals(of: changed)
    return try changed.map { version throws(JournalError) in
      try text(version, hasCopy: originals[version.id] != nil)
    }
  }

  /// Restores the original texts from copies of the journal.
  ///
  /// - Returns: the changed texts; those with `hasCopy` were restored. The others stay as they are,
  ///   and are found again until they are accepted.
  public func restoreChangedTexts() throws(JournalError) -> [ChangedText] {
    let changed = try changedVersions()
    if changed.isEmpty { return [] }
    let originals = try originals(of: changed)
    return try write { () throws(JournalError) in
      var texts: [ChangedText] = []
      for version in changed {
        let original = originals[version.id]
        texts.append(try text(version, hasCopy: original != nil))
        if let original { try restore(original, in: version) }
      }
      // The index has the original words of a changed text or, if a repair has rebuilt it, the changed
      // ones; removing others damages it.
      if !originals.isEmpty { try WordIndex.fill(in: database) }
      return texts
    }
  }

  /// Accepts changed texts as they are now, by removing their hashes. Call it after the user was
  /// told about them: nothing finds them afterwards.
  public func accept(_ texts: [ChangedText]) throws(JournalError) {
    if texts.isEmpty { return }
    try write { () throws(JournalError) in
      for version in try changedVersions() {
        let found = try text(version, hasCopy: false)
        guard texts.contains(found) else { continue }
        try database.run("UPDATE \(version.table) SET hash = NULL WHERE number = ?1", [version.row])
      }
      try WordIndex.fill(in: database)
    }
  }

  // MARK: Finding changes

  private struct ChangedVersion {
    var name: RecordName
    var day: Day
    var version: Int
    var id: VersionID
    var hash: [UInt8]
    /// Whether it is the newest version, which is in the table `record`.
    var isNewest: Bool
    /// The number of its row.
    var row: Int64

    var table: String { isNewest ? "record" : "record_version" }
  }

  /// The versions of these records that differ from what was saved.
  func changedVersionIDs(of records: [Int64]) throws(JournalError) -> Set<VersionID> {
    Set(try changedVersions("record.number IN \(SQL.list(records))").map(\.id))
  }

  private func changedVersions(
    _ condition: String = "TRUE"
  ) throws(JournalError) -> [ChangedVersion] {
    let names = try archiveNames()
    return try database.rows(
      """
      SELECT number, kind, id, 1, day,
          \(VersionRow.columns(tags: TagList.queryWithSources(of: "record.number")))
        FROM record WHERE hash IS NOT NULL AND \(condition)
      UNION ALL
      SELECT old.number, kind, record.id, 0, record.day,
          \(VersionRow.columns(tags: "old.tags", of: "old"))
        FROM record_version AS old JOIN record ON record.number = old.record
        WHERE old.hash IS NOT NULL AND \(condition)
      """
    ) { row -> ChangedVersion? in
      let values = row.values
      let version = VersionRow(values.dropFirst(5))
      guard version.hash != VersionHash.hash(of: version.members(names)),
        case .integer(let number) = values[0], case .integer(let kind) = values[1],
        case .text(let id) = values[2], case .integer(let day) = values[4],
        let versionID = version.id
      else { return nil }
      return ChangedVersion(
        name: RecordName(kind: RecordKind(rawValue: kind) ?? .note, id: id),
        day: Day(number: Int(day)), version: version.number, id: versionID, hash: version.hash,
        isNewest: values[3] == 1, row: number)
    }
    .compactMap(\.self)
  }

  private func text(
    _ version: ChangedVersion, hasCopy: Bool
  ) throws(JournalError) -> ChangedText {
    let (kind, id) = (version.name.kind, version.name.id)
    return switch kind {
    case .entry:
      ChangedText(kind: .entry, name: "\(version.day)", version: version.version, hasCopy: hasCopy)
    case .note, .toDo:
      ChangedText(
        kind: kind, name: try shortened([id], of: kind)[0], version: version.version,
        hasCopy: hasCopy)
    }
  }

  // MARK: Restoring

  /// The versions in copies that match the saved hash.
  private func originals(
    of versions: [ChangedVersion]
  ) throws(JournalError) -> [VersionID: VersionRow] {
    let file = JournalFile(path: path)
    let names = try archiveNames()
    var originals: [VersionID: VersionRow] = [:]
    for copy in try file.onDisk({ () throws(FileError) in try file.copiesNewestFirst }) {
      guard let readable = try? ReadableCopy(of: copy) else { continue }
      for version in versions where originals[version.id] == nil {
        let found = readable.versions(version.id).first {
          $0.hash == version.hash && $0.hash == VersionHash.hash(of: $0.members(names))
        }
        originals[version.id] = found
      }
    }
    return originals
  }

  private func restore(
    _ original: VersionRow, in version: ChangedVersion
  ) throws(JournalError) {
    let columns = Schema.stateColumns.enumerated().map { "\($1) = ?\($0 + 2)" }
    try database.run(
      "UPDATE \(version.table) SET \(columns.joined(separator: ", ")) WHERE number = ?1",
      values: [.integer(version.row)] + original.values)
    if version.isNewest {
      try replaceTags(of: version.row, by: original.tagPairs)
    } else {
      try database.run(
        "UPDATE record_version SET tags = ?2 WHERE number = ?1", [version.row, original.tags])
    }
  }
}

extension ReadableCopy {
  /// The rows of a version that can be read from the copy.
  fileprivate borrowing func versions(_ id: VersionID) -> [VersionRow] {
    [("record", TagList.queryWithSources(of: "record.number")), ("record_version", "tags")]
      .flatMap { table, tags in
        let rows = try? connection.rows(
          "SELECT \(VersionRow.columns(tags: tags)) FROM \(table) WHERE version_id = ?1",
          [.blob(id.bytes)]
        ) { VersionRow($0.values) }
        return rows ?? []
      }
  }
}
