/// The lines of a file, which may end with LF or CR LF.
public struct FileLines: Sendable {
  private let bytes: [UInt8]
  /// Each line without its line break.
  private let ranges: [Range<Int>]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var ranges: [Range<Int>] = []
    // Editors leave out the mark of UTF-8 at the beginning.
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    bytes.withUnsafeBufferPointer { bytes in
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        ranges.append(start..<(end > start && bytes[end - 1] == 0x0D ? end - 1 : end))
        start = end + 1
      }
    }
    self.ranges = ranges
  }

  public var count: Int { ranges.count }

  /// Whether git treats the file as binary: there is a NUL near its beginning.
  public var isBinary: Bool { bytes.prefix(8000).contains(0) }

  /// The beginning of a line, with invalid UTF-8 replaced. Lines are counted from 1.
  public func text(of line: Int, limit: Int = 1000) -> String {
    guard line >= 1, line <= ranges.count else { return "" }
    let range = ranges[line - 1]
    let end = min(range.upperBound, range.lowerBound + limit)
    return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
  }

  /// Whether both files have the same lines, apart from their line breaks.
  func isSame(as other: FileLines) -> Bool {
    if bytes == other.bytes { return true }
    return count == other.count
      && zip(ranges, other.ranges).allSatisfy {
        bytes[$0].elementsEqual(other.bytes[$1])
      }
  }

  /// A hash of each line. Lines with the same hash are treated as equal.
  var hashes: [UInt64] {
    bytes.withUnsafeBufferPointer { bytes in
      ranges.map { range in
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes[range] { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return value
      }
    }
  }
}
