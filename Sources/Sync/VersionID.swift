public import JSON

/// The random ID of a version: 128 bits.
public struct VersionID: Hashable, Sendable {
  /// The number of bytes.
  public static let length = 16

  private var high: UInt64
  private var low: UInt64

  /// `nil` if there are not sixteen bytes.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    high = number(bytes.prefix(8))
    low = number(bytes.dropFirst(8))
  }

  /// The IDs in a concatenation; `nil` if it has another length.
  public static func list(_ bytes: [UInt8]) -> [VersionID]? {
    guard bytes.count.isMultiple(of: length) else { return nil }
    return stride(from: 0, to: bytes.count, by: length).compactMap {
      VersionID(bytes[$0..<$0 + length])
    }
  }

  public var bytes: [UInt8] {
    [high, low].flatMap { number in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }
}

extension VersionID: Comparable {
  public static func < (left: VersionID, right: VersionID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// The SHA-256 of what a version says. It detects changes by a disk, and stands in archives and segments.
///
/// It is that of a JSON object without white space: the members of the version in the order of their names, but
/// without those that identify it.
public enum VersionHash {
  /// What is no part of it. The number is local to a journal, and `writtenAs` depends on the ID of the record.
  public static let left: Set = [
    "version", "versionId", "parents", "device", "clock", "hash", "writtenAs",
  ]

  public static func hash(of members: [JSONValue.Member]) -> [UInt8] {
    let content = members.filter { !left.contains($0.name) }.sortedByName()
    return SHA256.hash(JSONValue.object(content).text(.compact))
  }
}

/// A version of a record as a person, or the program for them, wrote it. It never changes.
public struct AuthoredVersion: Hashable, Sendable {
  /// The state of a record by the names of an archive. A field without a value is left out.
  public typealias Fields = [String: JSONValue]

  public var id: VersionID
  /// All versions that were the newest ones where this one was written.
  public var parents: [VersionID]
  /// The time by the clock of the device that wrote it. It increases on each device.
  public var clock: Int64
  /// The record under whose ID it was written. Two entries of one day have one history.
  public var record: String
  public var fields: Fields

  public init(
    id: VersionID, parents: [VersionID], clock: Int64, record: String, fields: Fields
  ) {
    self.id = id
    self.parents = parents
    self.clock = clock
    self.record = record
    self.fields = fields
  }
}

extension AuthoredVersion {
  /// The version with which a record began: of those that were made from none of the others, the first by the
  /// clocks. It depends on the versions alone, so that it is the same on every device.
  public static func first(of versions: [AuthoredVersion]) -> AuthoredVersion? {
    if versions.count == 1 { return versions[0] }
    let known = Set(versions.map(\.id))
    return versions.filter { $0.parents.allSatisfy { !known.contains($0) } }
      .min { ($0.clock, $0.id) < ($1.clock, $1.id) }
  }
}
