public import JSON

/// The file `format` of a remote: what is stored there, and how.
///
/// ```json
/// {"commitdiary":"sync","version":1,"diary":"…","epoch":"…","cipher":"none"}
/// ```
public struct RemoteFormat: Hashable, Sendable {
  public static let path = "format"
  /// The newest version of the format that this program reads.
  public static let newest = 1

  public var version = newest
  /// A random ID that all devices of a diary share.
  public var diary: String
  /// A random ID of everything since the last purge.
  public var epoch: String

  public init(diary: String, epoch: String) {
    self.diary = diary
    self.epoch = epoch
  }

  public enum Failure: Error, Hashable {
    case notADiary
    /// Written by a newer program.
    case newer
  }

  public init(_ bytes: [UInt8]) throws(Failure) {
    guard let json = try? JSONParser.parse(bytes), json["commitdiary"]?.string == "sync",
      let version = json["version"]?.integer
    else { throw .notADiary }
    guard version <= Self.newest, json["cipher"]?.string == "none" else { throw .newer }
    guard let diary = json["diary"]?.nonEmptyString, let epoch = json["epoch"]?.nonEmptyString
    else { throw .notADiary }
    self.version = version
    self.diary = diary
    self.epoch = epoch
  }

  public var bytes: [UInt8] {
    let json: JSONValue = [
      "commitdiary": "sync", "version": .integer(version), "diary": .string(diary),
      "epoch": .string(epoch), "cipher": "none",
    ]
    return Array((json.text(.compact) + "\n").utf8)
  }
}
