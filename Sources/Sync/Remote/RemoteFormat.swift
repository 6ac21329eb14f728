import Diary
import JSON

/// The file `format` of a remote: what is stored there, and how.
///
/// ```json
/// {"commitdiary":"sync","version":2,"diary":"…","epoch":"…","cipher":"none"}
/// ```
///
/// An encrypted one also says which key it has, and has that key for each device, sealed by the device
/// that began the epoch. A second line proves that the first one was written by someone with the key:
///
/// ```json
/// {…,"cipher":"xchacha20poly1305","key":2,"writer":"…","keys":{"…":"…"}}
/// {"proof":"…"}
/// ```
public struct RemoteFormat: Hashable, Sendable {
  public static let path = "format"
  /// The version of the format that this program reads. Version 1 was that of development versions.
  public static let newest = 2
  private static let sealedCipher = "xchacha20poly1305"
  /// Nobody changes the key more often.
  private static let mostKeys = 1_000_000

  /// A random ID that all devices of a diary share.
  public var diary: String
  /// A random ID of everything since the last purge or change of the key.
  public var epoch: String
  /// `nil` if everything is stored as it is.
  public var seal: Seal?

  public struct Seal: Hashable, Sendable {
    /// Increases with every change of the key.
    public var keyNumber: Int
    /// The ID of the device that began the epoch.
    public var writer: String
    /// The key, sealed by the writer, by the IDs of the devices.
    public var keys: [String: [UInt8]]
    /// The first line, sealed without contents.
    public var proof: [UInt8] = []

    public init(keyNumber: Int, writer: String, keys: [String: [UInt8]]) {
      self.keyNumber = keyNumber
      self.writer = writer
      self.keys = keys
    }
  }

  public init(diary: String, epoch: String) {
    self.diary = diary
    self.epoch = epoch
  }

  public enum Failure: Error, Hashable {
    case notADiary
    /// Written by a newer program.
    case newer
    /// Written by a development version.
    case former
  }

  // MARK: Writing

  /// What the proof is for.
  public var firstLine: [UInt8] {
    var members: [JSONValue.Member] = [
      .init("commitdiary", "sync"), .init("version", .integer(Self.newest)),
      .init("diary", .string(diary)), .init("epoch", .string(epoch)),
      .init("cipher", .string(seal == nil ? "none" : Self.sealedCipher)),
    ]
    if let seal {
      let keys = seal.keys.sorted { $0.key < $1.key }.map { device, key in
        JSONValue.Member(device, .string(Hexadecimal.text(key)))
      }
      members += [
        .init("key", .integer(seal.keyNumber)), .init("writer", .string(seal.writer)),
        .init("keys", .object(keys)),
      ]
    }
    return Array((JSONValue.object(members).text(.compact) + "\n").utf8)
  }

  public var bytes: [UInt8] {
    guard let seal else { return firstLine }
    let proof: JSONValue = ["proof": .string(Hexadecimal.text(seal.proof))]
    return firstLine + (proof.text(.compact) + "\n").utf8
  }

  // MARK: Reading

  public init(_ bytes: [UInt8]) throws(Failure) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first, let json = try? JSONParser.parse(Array(line)),
      json["commitdiary"]?.string == "sync", let version = json["version"]?.integer
    else { throw .notADiary }
    guard version <= Self.newest, let cipher = json["cipher"]?.string,
      ["none", Self.sealedCipher].contains(cipher)
    else { throw .newer }
    guard version == Self.newest else { throw .former }
    // These become names of files.
    guard let diary = json["diary"]?.string, Self.isID(diary),
      let epoch = json["epoch"]?.string, Self.isID(epoch)
    else { throw .notADiary }
    self.init(diary: diary, epoch: epoch)
    if cipher == Self.sealedCipher { seal = try Self.seal(json, lines) }
    // Whoever changes a byte is noticed, because nothing is written in two ways.
    guard self.bytes == bytes else { throw .notADiary }
  }

  private static func seal(
    _ json: JSONValue, _ lines: [ArraySlice<UInt8>]
  ) throws(Failure) -> Seal {
    guard lines.count == 2, let number = json["key"]?.integer, (1...mostKeys).contains(number),
      let writer = json["writer"]?.string, isID(writer), let members = json["keys"]?.object,
      let proof = try? JSONParser.parse(Array(lines[1]))["proof"]?.string.flatMap(
        Hexadecimal.bytes)
    else { throw .notADiary }
    var keys: [String: [UInt8]] = [:]
    for member in members {
      guard let key = member.value.string.flatMap(Hexadecimal.bytes) else { throw .notADiary }
      keys[member.name] = key
    }
    var seal = Seal(keyNumber: number, writer: writer, keys: keys)
    seal.proof = proof
    return seal
  }

  private static func isID(_ text: String) -> Bool { Hexadecimal.bytes(text)?.count == 16 }
}

/// What a remote has, compared with what a device knows of it.
public struct RemoteComparison: Sendable {
  public enum State: Hashable, Sendable {
    /// It has what is known, and perhaps more.
    case continued
    /// Another device has purged something. Everything there is compared with what is here.
    case newEpoch
    /// The diary of someone else, or another one of the same person.
    case foreign
    /// Segments are missing that were there: the remote was restored from a copy.
    case wentBack
    /// Something else is in the place of a known segment, so that its texts may be missing.
    case changed
  }

  public struct Listed: Hashable, Sendable {
    public var name: SegmentName
    public var blob: String

    public init(name: SegmentName, blob: String) {
      self.name = name
      self.blob = blob
    }
  }

  public let state: State
  /// The segments to read, the oldest ones first.
  public let new: [Listed]
  /// The paths of known segments that are not there any more.
  public let removed: [String]

  /// - Parameters:
  ///   - known: the blobs of the segments that are known, by their paths; an empty one if it could not be
  ///     read.
  ///   - diary, epoch: those that are known.
  ///   - replaced: the segments that one of a device has replaced.
  public init(
    _ listed: [Listed], format: RemoteFormat, known: [String: String], diary: String,
    epoch: String, replaced: (Listed) -> ClosedRange<Int>?
  ) {
    let there = Set(listed.map(\.name.path))
    guard format.diary == diary else {
      (state, new, removed) = (.foreign, [], [])
      return
    }
    guard format.epoch == epoch else {
      (state, new, removed) = (.newEpoch, Self.inOrder(listed), Array(known.keys))
      return
    }
    let unread = listed.filter { known[$0.name.path] != $0.blob }
    let isChanged = unread.contains { known[$0.name.path]?.isEmpty == false }
    removed = known.keys.filter { !there.contains($0) }.sorted()
    // Nothing is lost with one that could not be read.
    var missing = removed.filter { known[$0]?.isEmpty == false }
      .compactMap { SegmentName(path: $0) }
    if !missing.isEmpty {
      for segment in unread {
        guard let range = replaced(segment) else { continue }
        missing.removeAll { $0.device == segment.name.device && range.contains($0.number) }
      }
    }
    // To find out what is missing, everything is read.
    new = Self.inOrder(missing.isEmpty && !isChanged ? unread : listed)
    state = missing.isEmpty ? (isChanged ? .changed : .continued) : .wentBack
  }

  private static func inOrder(_ listed: [Listed]) -> [Listed] {
    listed.sorted { ($0.name.number, $0.name.device) < ($1.name.number, $1.name.device) }
  }
}
