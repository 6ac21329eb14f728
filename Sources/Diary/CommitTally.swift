/// Commits of any number of clones, each counted once, on the writer's days.
public struct CommitTally: Hashable, Sendable {
  private let commits: PackedCommits

  public init(_ histories: some Collection<PackedCommits>) {
    commits = PackedCommits.union(of: histories)
  }

  /// How many commits there are, those without a day among them.
  public var count: Int { commits.count }

  /// The years 1 to 9999, a day of offset left at both ends: no other has a calendar here.
  private static let calendar = -62_135_510_400...Int64(253_402_214_400)
  /// 1970 to 2099, in which all commits lie but those that were made by a mistake or in jest.
  private static let unixTimeTo2099 = 0..<Int64(47_482 * 86_400)

  /// How many commits were written on each day; days without any are left out.
  ///
  /// - Parameters:
  ///   - hour: when the writer's day ends: with 4 the small hours belong to the day before.
  ///   - offset: the writer's clock, in seconds east of Greenwich.
  public func days(endingAt hour: Int = 0, offset: (Instant) -> Int) -> [Day: Int] {
    var clock = OffsetTable(of: commits.commits, in: Self.unixTimeTo2099)
    var counts = [Int](repeating: 0, count: clock.dayCount + 4)
    let firstDay = clock.firstDay - 2
    var result: [Day: Int] = [:]
    for commit in commits.commits where Self.calendar.contains(commit.authoredAt) {
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

/// The offset at the beginning of each UTC day, asked for once: where it is the same at the end,
/// it is for all of the day. No zone changes twice in one.
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

/// Rounded down, also of what is below zero.
private func floorDivide(_ number: Int64, _ divisor: Int64) -> Int {
  let quotient = number / divisor
  return Int(number < quotient * divisor ? quotient - 1 : quotient)
}
