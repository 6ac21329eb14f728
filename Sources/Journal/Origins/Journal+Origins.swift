import Diary
public import Records
import SQLite
import Sync

// Origins are only added. An import that changes a text adds another origin of the same item, and the
// latest one counts whose import was not undone.

extension Journal {
  // MARK: Reading

  /// The latest origins of the item with this ID, the one of `source` first.
  public func origins(
    of key: String, in format: String, from source: String
  ) throws(JournalError) -> [KnownOrigin] {
    try latest("origin.format = ?1 AND origin.key = ?2", [format, key])
      .sorted { left, right in
        let isFirst = (left.origin.source == source, right.origin.source == source)
        return isFirst.0 == isFirst.1 ? left.number > right.number : isFirst.0
      }
  }

  /// The latest origins of items without an ID that are equal to this one.
  public func origins(
    withHash hash: [UInt8], in format: String
  ) throws(JournalError) -> [KnownOrigin] {
    try latest("origin.format = ?1 AND origin.hash = ?2 AND origin.key IS NULL", [format, hash])
  }

  /// The latest origins of all items of a file or folder, and of the folders in it and around it.
  public func origins(
    in format: String, around source: String
  ) throws(JournalError) -> [KnownOrigin] {
    try latest("origin.format = ?1 AND \(Self.isAround)", [format, source])
  }

  private static let isAround = """
    (origin.source = ?2 OR substr(origin.source, 1, length(?2) + 1) = ?2 || '/'
      OR substr(?2, 1, length(origin.source) + 1) = origin.source || '/')
    """

  /// The format in which a file or folder was last imported or exported.
  public func lastFormat(of source: String) throws(JournalError) -> String? {
    try database.value(
      "SELECT format FROM origin WHERE source = ?1 ORDER BY number DESC LIMIT 1", [source])
  }

  /// The number of the newest origin.
  public func lastOrigin() throws(JournalError) -> Int64 {
    try database.value("SELECT max(number) FROM origin") ?? 0
  }

  public func hasOrigins(in format: String, around source: String) throws(JournalError) -> Bool {
    try database.hasRow(
      """
      SELECT 1 FROM origin WHERE format = ?1 AND \(Self.isAround) AND \(Self.counts("origin"))
      """, [format, source])
  }

  /// The latest origins of a record in a format, in the order of their import.
  public func origins(
    of record: RecordReference, in format: String
  ) throws(JournalError) -> [KnownOrigin] {
    try latest("origin.record = ?2 AND origin.format = ?1", [format, record.number])
  }

  /// The paragraphs of an entry that were items of their own.
  func importedParagraphs(ofRecord number: Int64?) throws(JournalError) -> [String] {
    guard let number else { return [] }
    return try database.values(
      "SELECT shown FROM origin WHERE record = ?1 AND shown IS NOT NULL", [number])
  }

  /// The files and folders outside of the journal that have these texts.
  public func sources(of ids: [RecordID]) throws(JournalError) -> [String] {
    var sources: Set<String> = []
    for id in ids {
      let number = try recordIfKnown(id)?.number
      sources.formUnion(
        try database.values("SELECT source FROM origin WHERE record = ?1", [number]))
    }
    return sources.subtracting(["", "-"]).sorted()
  }

  /// Whether a record was added by an import that was undone.
  public func isUndone(_ record: RecordReference) throws(JournalError) -> Bool {
    try database.hasRow(
      """
      SELECT 1 FROM record WHERE number = ?1 AND deleted_at IS NOT NULL AND number IN (\(Self.undone))
      """, [record.number])
  }

  /// The records that imports have added which are undone. An export may have put its origin in the place of theirs;
  /// then the record is as it was before the import.
  static let undone = """
    SELECT origin.record FROM origin JOIN change ON change.number = origin.change WHERE is_undone = 1
      AND NOT EXISTS (SELECT 1 FROM origin AS other WHERE other.record = origin.record AND \(counts("other")))
    UNION ALL SELECT change_record.record FROM change_record
      JOIN change ON change.number = change_record.change
      JOIN record AS undone ON undone.number = change_record.record AND version_id = before
    WHERE is_undone = 1 AND what LIKE 'import %'
    """

  public func isDeleted(_ record: RecordReference) throws(JournalError) -> Bool {
    try self.record(record.number).isDeleted
  }

  /// The origins that no later one replaces.
  func latest(
    _ condition: String, _ values: [any ColumnValue]
  ) throws(JournalError) -> [KnownOrigin] {
    try database.rows(
      """
      SELECT \(KnownOrigin.columns) FROM origin JOIN record ON record.number = origin.record
      WHERE \(condition) AND \(Self.counts("origin")) AND NOT EXISTS
        (SELECT 1 FROM origin AS later WHERE later.replaces = origin.number
          AND \(Self.counts("later")))
      ORDER BY origin.number
      """, values
    ) { KnownOrigin($0) }
  }

  /// Whether the import of an origin was not undone.
  static func counts(_ origin: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM change WHERE change.number = \(origin).change AND is_undone = 1)
    """
  }

  // MARK: Writing

  /// Saves where a record came from, as a part of the change that is being made.
  ///
  /// - Parameters:
  ///   - old: an origin that is removed, even if the change is undone.
  ///   - previous: the origin of the item before the change, which counts again if that is undone.
  public func save(
    _ origin: Origin, of record: RecordReference, inPlaceOf old: KnownOrigin? = nil,
    after previous: KnownOrigin? = nil
  ) throws(JournalError) {
    var (replaced, change) = (previous?.number, change?.number)
    if let old {
      let rows = try database.rows(
        "SELECT replaces, change FROM origin WHERE number = ?1", [old.number]
      ) { row in (row["replaces"] as Int64?, row["change"] as Int64?) }
      replaced = rows.first?.0
      // If the import is undone, what was seen with it does not count either.
      change = rows.first?.1 ?? change
      try database.run("DELETE FROM origin WHERE number = ?1", [old.number])
    }
    try database.insert(
      [
        "replaces": replaced, "record": record.number, "change": change,
        "format": origin.format, "source": origin.source, "file": origin.file,
        "key": origin.key, "hash": origin.hash, "seen": origin.seen, "item": origin.item,
        "shown": origin.shown,
      ], into: "origin")
  }

  /// Forgets that an item was in a file, because the file is gone.
  public func forgetFile(of known: KnownOrigin) throws(JournalError) {
    try database.run("UPDATE origin SET seen = NULL WHERE number = ?1", [known.number])
  }

  // MARK: Purged items

  /// Whether the text of this item was purged.
  public func wasPurged(_ key: String, in format: String) throws(JournalError) -> Bool {
    try database.hasRow(
      "SELECT 1 FROM purged_origin WHERE hash = ?1", [Self.nameHash(key, in: format)])
  }

  /// Whether any text was ever purged, which an item without an ID could bring back.
  public func hasRecords() throws(JournalError) -> Bool {
    try database.hasRow("SELECT 1 FROM record")
  }

  public func hasPurges() throws(JournalError) -> Bool {
    try database.hasRow("SELECT 1 FROM purge")
  }

  static func nameHash(_ key: String, in format: String) -> [UInt8] {
    SHA256.hash("\(format)\n\(key)")
  }
}

/// An item of another program's file, as it was last imported from there or written there.
public struct Origin: Hashable, Sendable {
  /// The name of the format.
  public var format: String
  /// The path of the file or folder.
  public var source: String
  /// The path inside of the folder; empty for a file by itself.
  public var file: String
  /// The ID in the format; `nil` if it has none.
  public var key: String?
  /// Tells whether an item is the same without reading it.
  public var hash: [UInt8]
  /// The SHA-256 of the file, if it has only this item.
  public var seen: [UInt8]?
  /// The item as JSON.
  public var item: String
  /// The paragraph that it became; `nil` if it became the whole text.
  public var shown: String?

  public init(
    format: String, source: String, file: String, key: String?, hash: [UInt8],
    seen: [UInt8]? = nil, item: String, shown: String? = nil
  ) {
    self.format = format
    self.source = source
    self.file = file
    self.key = key
    self.hash = hash
    self.seen = seen
    self.item = item
    self.shown = shown
  }
}

/// A record of the journal, for origins.
public struct RecordReference: Hashable, Sendable {
  let number: Int64
  public let kind: RecordKind
}

/// An origin with its record.
public struct KnownOrigin: Sendable {
  /// Identifies the origin, and increases with the time at which it was saved.
  public let number: Int64
  public var origin: Origin
  public var record: RecordReference
  /// Whether the record is deleted.
  public var isDeleted: Bool
}

extension KnownOrigin {
  static let columns = """
    origin.number, origin.record, origin.format, origin.source, origin.file, origin.key,
    origin.hash, origin.seen, origin.item, origin.shown, record.kind,
    record.deleted_at IS NOT NULL AS is_deleted
    """

  init(_ row: borrowing Statement) {
    number = row["number"]
    record = RecordReference(number: row["record"], kind: row["kind"])
    isDeleted = row["is_deleted"]
    origin = Origin(
      format: row["format"], source: row["source"], file: row["file"], key: row["key"],
      hash: row["hash"], seen: row["seen"], item: row["item"], shown: row["shown"])
  }
}
