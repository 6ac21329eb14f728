import Diary

/// The lines that two versions of a file have in common. Lines are counted from 1.
struct LineMap: Sendable {
  /// For each line of the new version, the line of the old one, or 0.
  private(set) var oldLines: [Int]

  /// How many differences between two ranges of lines are examined. For more, the lines that occur
  /// only once divide the ranges.
  private static let maximumDistance = 256

  /// How many ranges are compared in all. What remains counts as changed.
  private var budget = 20_000

  init(from old: FileLines, to new: FileLines) {
    oldLines = Array(repeating: 0, count: new.count)
    if old.isSame(as: new) {
      oldLines = Array(1..<(new.count + 1))
      return
    }
    let (old, new) = (old.hashes, new.hashes)
    var open = [(old.startIndex..<old.endIndex, new.startIndex..<new.endIndex)]
    while let (oldRange, newRange) = open.popLast(), budget > 0 {
      budget -= 1
      let (oldRest, newRest) = matchEnds(old, oldRange, new, newRange)
      guard !oldRest.isEmpty, !newRest.isEmpty else { continue }
      if matchShortest(old, oldRest, new, newRest) { continue }
      open += Self.divided(old, oldRest, new, newRest)
    }
  }

  /// The old lines of some new lines, as ascending ranges.
  func oldRanges(of lines: ClosedRange<Int>) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for line in lines {
      let old = oldLines[line - 1]
      guard old > 0 else { continue }
      if let last = ranges.last, last.upperBound + 1 == old {
        ranges[ranges.count - 1] = last.lowerBound...old
      } else {
        ranges.append(old...old)
      }
    }
    return ranges
  }

  private mutating func match(_ old: Int, _ new: Int) { oldLines[new] = old + 1 }

  /// Matches the equal lines at both ends of the ranges, and returns what is between them.
  private mutating func matchEnds(
    _ old: [UInt64], _ oldRange: Range<Int>, _ new: [UInt64], _ newRange: Range<Int>
  ) -> (Range<Int>, Range<Int>) {
    var (oldStart, oldEnd) = (oldRange.lowerBound, oldRange.upperBound)
    var (newStart, newEnd) = (newRange.lowerBound, newRange.upperBound)
    while oldStart < oldEnd, newStart < newEnd, old[oldStart] == new[newStart] {
      match(oldStart, newStart)
      oldStart += 1
      newStart += 1
    }
    while oldStart < oldEnd, newStart < newEnd, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
      match(oldEnd, newEnd)
    }
    return (oldStart..<oldEnd, newStart..<newEnd)
  }

  /// Matches the lines of a shortest edit script (Myers), if it is not too long.
  private mutating func matchShortest(
    _ old: [UInt64], _ oldRange: Range<Int>, _ new: [UInt64], _ newRange: Range<Int>
  ) -> Bool {
    let (oldCount, newCount) = (oldRange.count, newRange.count)
    let limit = min(oldCount + newCount, Self.maximumDistance)
    let center = limit + 1
    // The furthest old line on each diagonal, for each number of differences.
    var furthest = [Int](repeating: 0, count: 2 * limit + 3)
    var rounds: [[Int]] = []
    for distance in 0...limit {
      rounds.append(furthest)
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let place = center + diagonal
        var x =
          diagonal == -distance
            || (diagonal != distance && furthest[place - 1] < furthest[place + 1])
          ? furthest[place + 1] : furthest[place - 1] + 1
        var y = x - diagonal
        while x < oldCount, y < newCount,
          old[oldRange.lowerBound + x] == new[newRange.lowerBound + y]
        {
          x += 1
          y += 1
        }
        furthest[place] = x
        if x == oldCount, y == newCount {
          matchPath(rounds, center: center, oldRange, newRange)
          return true
        }
      }
    }
    return false
  }

  /// Follows the edit script back from the ends of both ranges.
  private mutating func matchPath(
    _ rounds: [[Int]], center: Int, _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) {
    var (x, y) = (oldRange.count, newRange.count)
    for distance in rounds.indices.reversed() {
      let furthest = rounds[distance]
      let diagonal = x - y
      let place = center + diagonal
      let isInsertion =
        diagonal == -distance
        || (diagonal != distance && furthest[place - 1] < furthest[place + 1])
      let previous = diagonal + (isInsertion ? 1 : -1)
      let previousX = distance == 0 ? 0 : furthest[center + previous]
      let previousY = distance == 0 ? 0 : previousX - previous
      while x > previousX, y > previousY {
        x -= 1
        y -= 1
        match(oldRange.lowerBound + x, newRange.lowerBound + y)
      }
      (x, y) = (previousX, previousY)
    }
  }

  /// Divides the ranges at lines that occur only once in both, in the longest sequence of them with
  /// the same order. Each part but the first begins with such a line.
  private static func divided(
    _ old: [UInt64], _ oldRange: Range<Int>, _ new: [UInt64], _ newRange: Range<Int>
  ) -> [(Range<Int>, Range<Int>)] {
    let oldPlaces = uniqueLines(old, oldRange)
    let newPlaces = uniqueLines(new, newRange)
    let common = newPlaces.compactMap { hash, place in
      oldPlaces[hash].map { (old: $0, new: place) }
    }.sorted { $0.new < $1.new }
    var parts: [(Range<Int>, Range<Int>)] = []
    var end = (old: oldRange.upperBound, new: newRange.upperBound)
    for anchor in ascending(common).reversed() {
      parts.append((anchor.old..<end.old, anchor.new..<end.new))
      end = anchor
    }
    // Without such a line, the ranges cannot be divided, and their lines count as changed.
    if !parts.isEmpty {
      parts.append((oldRange.lowerBound..<end.old, newRange.lowerBound..<end.new))
    }
    return parts
  }

  private static func uniqueLines(_ lines: [UInt64], _ range: Range<Int>) -> [UInt64: Int] {
    var places: [UInt64: Int] = [:]
    var repeated: Set<UInt64> = []
    for place in range where places.updateValue(place, forKey: lines[place]) != nil {
      repeated.insert(lines[place])
    }
    for hash in repeated { places[hash] = nil }
    return places
  }

  /// The longest part of `pairs`, which ascend by their new lines, whose old lines ascend too.
  private static func ascending(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // The pair with which the shortest known sequence of each length ends.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var sequence: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      sequence.append(pairs[index])
      next = before[index]
    }
    return sequence.reversed()
  }
}

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
  public func text(of line: Int) -> String {
    guard line >= 1, line <= ranges.count else { return "" }
    let range = ranges[line - 1]
    let end = min(range.upperBound, range.lowerBound + 1000)
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
      ranges.map { UInt64(hashing: bytes[$0]) }
    }
  }
}
