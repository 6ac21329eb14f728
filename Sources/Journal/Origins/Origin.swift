public import Diary
public import Records
import SQLite

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
    record = RecordReference(
      number: row["record"], kind: RecordKind(rawValue: row["kind"]) ?? .note)
    isDeleted = row["is_deleted"]
    origin = Origin(
      format: row["format"], source: row["source"], file: row["file"], key: row["key"],
      hash: row["hash"], seen: row["seen"], item: row["item"], shown: row["shown"])
  }
}
