import Diary
import Platform
public import Records
import SQLite

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
  /// Compares every text with the hash that was saved with it.
  public func changedTexts() throws(JournalError) -> [ChangedText] {
    let changed = try changedVersions()
    if changed.isEmpty { return [] }
    let originals = try originalContents(of: changed)
    var texts: [ChangedText] = []
    for version in changed {
      texts.append(try text(version, hasCopy: originals[version] != nil))
    }
    return texts
  }

  /// Restores the original texts from copies of the journal.
  ///
  /// - Returns: the changed texts; those with `hasCopy` were restored. The others stay as they are,
  ///   and are found again until they are accepted.
  public func restoreChangedTexts() throws(JournalError) -> [ChangedText] {
    let changed = try changedVersions()
    if changed.isEmpty { return [] }
    let originals = try originalContents(of: changed)
    return try write { () throws(JournalError) in
      var texts: [ChangedText] = []
      for version in changed {
        let original = originals[version]
        texts.append(try text(version, hasCopy: original != nil))
        if let original { try restore(original, in: version) }
      }
      try rebuildIndexes(of: changed.filter { originals[$0] != nil })
      return texts
    }
  }

  /// Accepts changed texts as they are now, by removing their hashes. Call it after the user was
  /// told about them: nothing finds them afterwards.
  public func accept(_ texts: [ChangedText]) throws(JournalError) {
    if texts.isEmpty { return }
    try write { () throws(JournalError) in
      var accepted: [ChangedVersion] = []
      for version in try changedVersions() {
        let found = try text(version, hasCopy: false)
        guard texts.contains(found) else { continue }
        accepted.append(version)
        try database.run("UPDATE \(version.table) SET hash = NULL WHERE number = ?1", [version.row])
      }
      try rebuildIndexes(of: accepted)
    }
  }

  // MARK: Finding changes

  private struct ChangedVersion: Hashable {
    var name: RecordName
    var day: Day
    var version: Int
    var hash: [UInt8]
    /// Whether it is the newest version, which is in the table `record`.
    var isNewest: Bool
    /// The number of its row.
    var row: Int64

    var table: String { isNewest ? "record" : "record_version" }
  }

  private func changedVersions() throws(JournalError) -> [ChangedVersion] {
    try database.rows(
      """
      SELECT number, kind, id, version, hash, 1 AS is_newest, day FROM record
        WHERE hash <> content_hash(title, body, \(TagList.query(of: "record.number")))
      UNION ALL
      SELECT old.number, kind, id, old.version, old.hash, 0, record.day
        FROM record_version AS old JOIN record ON record.number = old.record
        WHERE old.hash <> content_hash(old.title, old.body, old.tags)
      """
    ) { row in
      ChangedVersion(
        name: RecordName(kind: RecordKind(rawValue: row["kind"]) ?? .note, id: row["id"]),
        day: row["day"], version: row["version"], hash: row["hash"],
        isNewest: row["is_newest"], row: row["number"])
    }
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
        kind: kind, name: try shortened([id], in: kind.view)[0], version: version.version,
        hasCopy: hasCopy)
    }
  }

  // MARK: Restoring

  /// The contents in copies that match the saved hash.
  private func originalContents(
    of versions: [ChangedVersion]
  ) throws(JournalError) -> [ChangedVersion: Text] {
    let file = JournalFile(path: path)
    var originals: [ChangedVersion: Text] = [:]
    for copy in try file.onDisk({ () throws(FileError) in try file.copiesNewestFirst }) {
      guard let readable = try? ReadableCopy(of: copy) else { continue }
      for version in versions where originals[version] == nil {
        originals[version] = readable.contents(of: version.name).first { $0.hash == version.hash }
      }
    }
    return originals
  }

  private func restore(
    _ content: Text, in version: ChangedVersion
  ) throws(JournalError) {
    try database.run(
      "UPDATE \(version.table) SET title = ?2, body = ?3 WHERE number = ?1",
      [version.row, content.title, content.body])
    if version.isNewest {
      try replaceTags(of: version.row, by: content, before: content)
    } else {
      try database.run(
        "UPDATE record_version SET tags = ?2 WHERE number = ?1", [version.row, content.tagList])
    }
  }
}

extension Journal {
  /// Rebuilds the word indexes of the kinds of these texts. An index has the original words of a
  /// changed text or, if a repair has rebuilt it, the changed ones; removing others damages it.
  private func rebuildIndexes(of versions: [ChangedVersion]) throws(JournalError) {
    for kind in Set(versions.filter(\.isNewest).map(\.name.kind)) {
      try kind.index.fill(with: kind, in: database)
    }
  }
}

extension ReadableCopy {
  /// All versions of a text that can be read from the copy.
  fileprivate borrowing func contents(of name: RecordName) -> [Text] {
    func read(_ query: String) -> [Text] {
      let rows = try? connection.rows(query, [.integer(name.kind.rawValue), .text(name.id)]) {
        Text(title: $0["title"], body: $0["body"], taggedBy: $0["tags"])
      }
      return rows ?? []
    }
    return read(
      """
      SELECT title, body, \(TagList.queryWithSources(of: "record.number")) AS tags FROM record
      WHERE kind = ?1 AND id = ?2
      """)
      + read(
        """
        SELECT old.title, old.body, old.tags FROM record_version AS old
        JOIN record ON record.number = old.record WHERE kind = ?1 AND id = ?2
        """)
  }
}
