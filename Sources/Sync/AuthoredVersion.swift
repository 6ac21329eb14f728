public import JSON

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
