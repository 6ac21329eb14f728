/// The commits of several clones, each counted once, by day.
public struct CommitTally: Hashable, Sendable {
  private let commits: PackedCommits

  public init(_ histories: some Collection<PackedCommits>) {
    commits = PackedCommits.union(of: histories)
  }

  /// The years 1970 to 2099. Only commits with wrong dates are outside this range.
  private static let unixTimeTo2099 = 0..<Int64(47_482 * 86_400)

  /// The number of commits on each day; days without commits are left out.
  ///
  /// - Parameters:
  ///   - hour: the hour at which the user's day ends: with 4, the time before 4:00 belongs to the
  ///     previous day.
  ///   - offset: the offset of the user's time zone, in seconds east of UTC.
  public func days(endingAt hour: Int = 0, offset: (Instant) -> Int) -> [Day: Int] {
    var clock = OffsetTable(of: commits.commits, in: Self.unixTimeTo2099)
    var counts = [Int](repeating: 0, count: clock.dayCount + 4)
    let firstDay = clock.firstDay - 2
    var result: [Day: Int] = [:]
    for commit in commits.commits where Instant.calendarEverywhere.contains(commit.authoredAt) {
      let seconds = commit.authoredAt
      let difference = clock.offset(at: seconds, offset) - hour * 3600
      let day = Instant(secondsSince1970: seconds + Int64(difference)).utcDay.number
      if counts.indices.contains(day - firstDay) {
        counts[day - firstDay] += 1
      } else {
        result[Day(number: day), default: 0] += 1
      }
    }
    for (index, count) in counts.enumerated() where count > 0 {
      result[Day(number: firstDay + index), default: 0] += count
    }
    return result
  }
}

/// Caches the time zone offset at the beginning of each UTC day. If it is the same at the end of
/// the day, it applies to the whole day, because no zone changes twice in a day.
private struct OffsetTable {
  let firstDay: Int
  let dayCount: Int
  private var offsets: [Int32]
  private static let unknown = Int32.min

  init(of commits: [PackedCommit], in span: Range<Int64>) {
    var first = Int64.max
    var last = Int64.min
    for commit in commits where span.contains(commit.authoredAt) {
      first = min(first, commit.authoredAt)
      last = max(last, commit.authoredAt)
    }
    firstDay = first <= last ? Instant(secondsSince1970: first).utcDay.number : 0
    dayCount = first <= last ? Instant(secondsSince1970: last).utcDay.number - firstDay + 1 : 0
    offsets = Array(repeating: Self.unknown, count: dayCount + 1)
  }

  mutating func offset(at seconds: Int64, _ offset: (Instant) -> Int) -> Int {
    let day = Instant(secondsSince1970: seconds).utcDay.number - firstDay
    guard day >= 0, day < dayCount else { return offset(Instant(secondsSince1970: seconds)) }
    let atStart = start(of: day, offset)
    if atStart == start(of: day + 1, offset) { return atStart }
    return offset(Instant(secondsSince1970: seconds))
  }

  private mutating func start(of day: Int, _ offset: (Instant) -> Int) -> Int {
    if offsets[day] == Self.unknown {
      let midnight = Int64(firstDay + day) * 86_400
      offsets[day] = Int32(clamping: offset(Instant(secondsSince1970: midnight)))
    }
    return Int(offsets[day])
  }
}

/// The minimal data for counting a commit once and on its day.
public struct PackedCommit: Hashable, Sendable {
  /// The first eight bytes of the commit ID. The probability that two of a billion commits have the
  /// same value is about 1 in 40.
  public var name: UInt64
  /// The author date in seconds since 1970; `undated` if the commit has none.
  public var authoredAt: Int64

  /// The author date of commits without one.
  public static let undated = Int64.min

  public init(name: UInt64, authoredAt: Int64) {
    self.name = name
    self.authoredAt = authoredAt
  }
}

/// A set of commits, identified by their names.
public struct PackedCommits: Hashable, Sendable {
  /// Sorted by name.
  public private(set) var commits: [PackedCommit]

  public init(_ commits: [PackedCommit] = []) {
    self.commits = commits
    self.commits.sort { $0.name < $1.name }
    removeDuplicates()
  }

  private init(ascending commits: [PackedCommit]) {
    self.commits = commits
  }

  private mutating func removeDuplicates() {
    var kept = 0
    for commit in commits where kept == 0 || commits[kept - 1].name != commit.name {
      commits[kept] = commit
      kept += 1
    }
    commits.removeSubrange(kept...)
  }

  public var count: Int { commits.count }
  public var isEmpty: Bool { commits.isEmpty }
}

extension PackedCommits {
  /// The commits of both sets.
  public func union(_ others: PackedCommits) -> PackedCommits {
    if others.isEmpty { return self }
    if isEmpty { return others }
    var result: [PackedCommit] = []
    result.reserveCapacity(count + others.count)
    let (left, right) = (commits, others.commits)
    var (first, second) = (0, 0)
    while first < left.count, second < right.count {
      let (one, other) = (left[first], right[second])
      result.append(one.name <= other.name ? one : other)
      if one.name <= other.name { first += 1 }
      if other.name <= one.name { second += 1 }
    }
    result += left[first...]
    result += right[second...]
    return PackedCommits(ascending: result)
  }

  /// The commits of this set that are not in `others`.
  public func subtracting(_ others: PackedCommits) -> PackedCommits {
    if others.isEmpty || isEmpty { return self }
    let right = others.commits
    var index = 0
    return PackedCommits(
      ascending: commits.filter { commit in
        while index < right.count, right[index].name < commit.name { index += 1 }
        return index == right.count || right[index].name != commit.name
      })
  }

  /// The union of many sets. Merging halves recursively keeps the number of passes over each set
  /// low.
  public static func union(of histories: some Collection<PackedCommits>) -> PackedCommits {
    guard let first = histories.first else { return PackedCommits() }
    if histories.count == 1 { return first }
    let middle = histories.index(histories.startIndex, offsetBy: histories.count / 2)
    return union(of: histories[..<middle]).union(union(of: histories[middle...]))
  }
}

extension PackedCommits {
  private static let size = 16

  /// The commits in order, with sixteen bytes each.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count * Self.size) { buffer, filled in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      for (index, commit) in commits.enumerated() {
        let place = index * Self.size
        raw.storeBytes(of: commit.name.littleEndian, toByteOffset: place, as: UInt64.self)
        raw.storeBytes(of: commit.authoredAt.littleEndian, toByteOffset: place + 8, as: Int64.self)
      }
      filled = buffer.count
    }
  }

  /// `nil` if the bytes do not have this format.
  public init?(bytes: [UInt8]) {
    guard bytes.count % Self.size == 0 else { return nil }
    commits = bytes.withUnsafeBytes { raw in
      (0..<raw.count / Self.size).map { index in
        let place = index * Self.size
        return PackedCommit(
          name: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
          authoredAt: Int64(
            littleEndian: raw.loadUnaligned(fromByteOffset: place + 8, as: Int64.self)))
      }
    }
    for index in commits.indices.dropFirst() {
      guard commits[index - 1].name < commits[index].name else { return nil }
    }
  }
}
