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
      let day = floorDivide(seconds + Int64(difference), 86_400)
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
    firstDay = first <= last ? floorDivide(first, 86_400) : 0
    dayCount = first <= last ? floorDivide(last, 86_400) - firstDay + 1 : 0
    offsets = Array(repeating: Self.unknown, count: dayCount + 1)
  }

  mutating func offset(at seconds: Int64, _ offset: (Instant) -> Int) -> Int {
    let day = floorDivide(seconds, 86_400) - firstDay
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

/// Division that rounds toward negative infinity.
private func floorDivide(_ number: Int64, _ divisor: Int64) -> Int {
  let quotient = number / divisor
  return Int(number < quotient * divisor ? quotient - 1 : quotient)
}
