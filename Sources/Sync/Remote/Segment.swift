public import Diary
public import JSON

/// What a device has sent at once. A segment is never changed.
///
/// It is text: a line about the segment, and one for each record with versions, purge, repository,
/// device or piece of evidence.
///
/// ```json
/// {"segment":2,"device":"…","name":"laptop","lines":2}
/// {"record":{"kind":"note","id":"…","versions":[…]}}
/// {"purged":{"kind":"note","id":"…"}}
/// ```
public struct Segment: Sendable {
  public static let newest = 2

  /// The number of bytes after which a segment ends.
  public static let fullSize = 1 << 20
  /// The longest line, in bytes. A text of 64 MiB fits, of which JSON can take 6 bytes for each, and so does
  /// what it was imported from.
  public static let longestLine = 512 << 20
  /// The largest segment: one of this size can be read by every device, and a larger one is not written.
  public static let largestSize = longestLine + fullSize
  /// The number of records after which a segment ends.
  public static let mostLines = 1_000

  public var device: String
  /// What the user calls the device.
  public var name: String
  /// By the clock of the device.
  public var sentAt: Instant
  /// The segments of the same device that this one replaces.
  public var replaced: ClosedRange<Int>?
  public var lines: [Line]

  public struct Line: Hashable, Sendable {
    public enum Kind: String, Sendable {
      case record, purged, purgedOrigin, repository, rewrite
      case commitFact = "commit"
      /// A device of the diary, with the key for which others seal.
      case device
      /// What a device has kept of a purged entry: paragraphs that the purging one had not seen.
      case putAside
    }

    private let name: String
    public let value: JSONValue

    public init(_ kind: Kind, _ value: JSONValue) {
      self.init(JSONValue.Member(kind.rawValue, value))
    }

    fileprivate init(_ member: JSONValue.Member) {
      (name, value) = (member.name, member.value)
    }

    /// `nil` for what a newer program of the same format has added.
    public var kind: Kind? { Kind(rawValue: name) }

    public var text: String { JSONValue.object([.init(name, value)]).text(.compact) + "\n" }
  }

  public init(
    device: String, name: String, sentAt: Instant, lines: [Line]
  ) {
    self.device = device
    self.name = name
    self.sentAt = sentAt
    self.lines = lines
  }
}

// MARK: - Reading and writing

extension Segment {
  public enum Failure: Error, Hashable {
    /// It is not what a device has written.
    case damaged
    /// Written by a newer program.
    case newer
  }

  public var bytes: [UInt8] {
    var members: [JSONValue.Member] = [
      .init("segment", .integer(Self.newest)), .init("device", .string(device)),
      .init("name", .string(name)), .init("sentAt", .string("\(sentAt)")),
      .init("lines", .integer(lines.count)),
    ]
    if let replaced {
      let numbers = [replaced.lowerBound, replaced.upperBound].map { JSONValue.integer($0) }
      members.append(.init("replaces", .array(numbers)))
    }
    var bytes = Array((JSONValue.object(members).text(.compact) + "\n").utf8)
    for line in lines { bytes += line.text.utf8 }
    return bytes
  }

  public init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.last == UInt8(ascii: "\n") else { throw .damaged }
    var texts = bytes.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    guard let first = texts.popFirst(), let header = try? JSONParser.parse(Array(first)),
      let version = header["segment"]?.integer, let count = header["lines"]?.integer
    else { throw .damaged }
    guard version <= Self.newest else { throw .newer }
    guard version == Self.newest else { throw .damaged }
    guard count == texts.count, let device = header["device"]?.nonEmptyString,
      let sentAt = header["sentAt"]?.string.flatMap(Instant.init(rfc3339:))
    else { throw .damaged }
    self.sentAt = sentAt
    self.device = device
    name = header["name"]?.string ?? ""
    if let numbers = header["replaces"]?.array?.compactMap(\.integer) {
      guard numbers.count == 2, numbers[0] <= numbers[1] else { throw .damaged }
      replaced = numbers[0]...numbers[1]
    }
    lines = []
    lines.reserveCapacity(count)
    for text in texts {
      guard let json = try? JSONParser.parse(Array(text)), let members = json.object,
        members.count == 1
      else { throw .damaged }
      lines.append(Line(members[0]))
    }
  }
}

// MARK: - Segments of a size

/// Distributes lines to segments that are not too large.
public struct SegmentPacker {
  private var segment: Segment
  private var size = 0

  public var deviceName: String { segment.name }

  public init(device: String, name: String, sentAt: Instant) {
    segment = Segment(device: device, name: name, sentAt: sentAt, lines: [])
  }

  /// - Returns: the segment before, if the line does not fit into it.
  public mutating func add(_ line: Segment.Line) -> Segment? {
    let bytes = line.text.utf8.count
    let isFull = size + bytes > Segment.fullSize || segment.lines.count >= Segment.mostLines
    let full = isFull && !segment.lines.isEmpty ? finish() : nil
    segment.lines.append(line)
    size += bytes
    return full
  }

  /// The last segment; `nil` if it is empty.
  public mutating func finish() -> Segment? {
    guard !segment.lines.isEmpty else { return nil }
    defer {
      segment.lines = []
      size = 0
    }
    return segment
  }
}

extension Segment {
  static func segments(
    of lines: [Line], device: String, name: String, sentAt: Instant
  ) -> [Segment] {
    var packer = SegmentPacker(device: device, name: name, sentAt: sentAt)
    return lines.compactMap { packer.add($0) } + [packer.finish()].compactMap(\.self)
  }
}

/// The path of a segment: `devices/DEVICE/00000012`.
public struct SegmentName: Hashable, Sendable {
  /// The ID of the device that wrote it, in hexadecimal digits.
  public var device: String
  /// Increases by one with each segment of a device.
  public var number: Int

  public init(device: String, number: Int) {
    self.device = device
    self.number = number
  }

  public init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "devices", !parts[1].isEmpty, parts[2].utf8.count == 8,
      parts[2].utf8.allSatisfy(\.isASCIIDigit), let number = Int(parts[2]), number > 0
    else { return nil }
    self.init(device: String(parts[1]), number: number)
  }

  public var path: String { "devices/\(device)/\(number.padded(to: 8))" }
}

/// Folding: a device replaces its oldest small segments by one, so that neither the number of files nor
/// the time of a join grows with every exchange.
public enum SegmentFolding {
  /// How many segments are folded at once.
  public static let count = 256
  /// A larger segment is not folded again.
  public static let smallSize = Segment.fullSize / 4

  /// The segments of a device to fold; empty while there are few.
  public static func due(
    _ listed: [(name: SegmentName, size: Int)], of device: String
  ) -> [SegmentName] {
    let small = listed.filter { $0.name.device == device && $0.size < smallSize }
      .map(\.name).sorted { $0.number < $1.number }
    return small.count > count ? Array(small.prefix(count)) : []
  }

  /// The segments that replace others, with the lines of these.
  public static func folded(
    _ segments: [Segment], numbers: ClosedRange<Int>, by device: Segment
  ) -> [Segment] {
    // What was put aside was news to those who have read it.
    let lines = segments.flatMap(\.lines).filter { $0.kind != .putAside }
    var folded = Segment.segments(
      of: lines, device: device.device, name: device.name,
      sentAt: device.sentAt)
    if !folded.isEmpty { folded[folded.count - 1].replaced = numbers }
    return folded
  }
}
