import Diary
import Platform

extension LocalTime {
  /// The time zone in `TZ`: the name of a file in the system's database, or a POSIX offset such as
  /// `XXX-4`. `nil` if it is neither. The rule for dates after the last change in a file is
  /// ignored.
  init?(zoneOf environment: Environment) {
    guard let name = environment.nonEmpty("TZ") else {
      self = .system
      return
    }
    if let match = name.wholeMatch(of: /[A-Za-z]{3,}([+-]?\d{1,2})/), let hours = Int(match.1) {
      self.init { _ in -hours * 3600 }
    } else if let file = try? File.read("/usr/share/zoneinfo/" + name),
      let changes = OffsetChanges(file)
    {
      self.init { changes.offset(at: $0.secondsSince1970) }
    } else {
      return nil
    }
  }
}

/// The offsets of a time zone and the instants when they changed, from a TZif file (RFC 8536).
private struct OffsetChanges: Sendable {
  private var instants: [Int64] = []
  private var offsets: [Int] = []
  private var first = 0

  init?(_ bytes: [UInt8]) {
    var reader = Bytes(bytes)
    // The first block has 32-bit values and is skipped.
    guard let short = reader.header(), short.version >= UInt8(ascii: "2") else { return nil }
    reader.place += short.size(ofInstants: 4)
    guard let long = reader.header(), bytes.count >= reader.place + long.size(ofInstants: 8) else {
      return nil
    }
    instants = (0..<long.changes).map { _ in reader.number(8) }
    let kinds = (0..<long.changes).map { _ in Int(reader.number(1)) & 0xFF }
    let types = (0..<long.types).map { _ -> Int in
      defer { reader.place += 2 }
      return Int(reader.number(4))
    }
    guard kinds.allSatisfy(types.indices.contains), let usual = types.first else { return nil }
    offsets = kinds.map { types[$0] }
    first = usual
  }

  func offset(at instant: Int64) -> Int {
    // The last change at or before the instant.
    let count = instants.partitionPoint { $0 > instant }
    return count == 0 ? first : offsets[count - 1]
  }

  private struct Header {
    var version: UInt8
    var counts: [Int]

    var changes: Int { counts[3] }
    var types: Int { counts[4] }

    func size(ofInstants width: Int) -> Int {
      changes * (width + 1) + types * 6 + counts[5] + counts[2] * (width + 4) + counts[1]
        + counts[0]
    }
  }

  private struct Bytes {
    let bytes: [UInt8]
    var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func header() -> Header? {
      guard bytes.count >= place + 44, bytes[place..<place + 4].elementsEqual("TZif".utf8) else {
        return nil
      }
      let version = bytes[place + 4]
      place += 20
      return Header(version: version, counts: (0..<6).map { _ in Int(number(4)) })
    }

    /// A signed big-endian integer.
    mutating func number(_ count: Int) -> Int64 {
      defer { place += count }
      let value = bytes[place..<place + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let shift = UInt64(64 - 8 * count)
      return Int64(bitPattern: value << shift) >> Int64(shift)
    }
  }
}

extension [Int64] {
  /// The first index for which `isBehind` is true. The elements must be partitioned by it.
  fileprivate func partitionPoint(_ isBehind: (Int64) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = isBehind(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
