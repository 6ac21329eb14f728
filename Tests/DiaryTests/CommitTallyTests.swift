import Diary
import TestSupport
import Testing

@Suite struct CommitTallyTests {
  private func commits(_ seconds: [Int64]) -> PackedCommits {
    PackedCommits(
      seconds.enumerated().map { PackedCommit(name: UInt64($0 + 1), authoredAt: $1) })
  }

  /// Nine hours ahead, and ten hours from the middle of the first day.
  private func clock(_ instant: Instant) -> Int {
    instant.secondsSince1970 < 43_200 ? 32_400 : 36_000
  }

  @Test func `counts a commit of several clones once`() {
    let one = PackedCommits([.init(name: 1, authoredAt: 0), .init(name: 2, authoredAt: 0)])
    let two = PackedCommits([.init(name: 2, authoredAt: 0), .init(name: 3, authoredAt: 86_400)])
    let tally = CommitTally([one, two, one])
    #expect(tally.days { _ in 0 } == [Day(number: 0): 2, Day(number: 1): 1])
  }

  @Test func `uses the writer's local day`() {
    let tally = CommitTally([commits([53_999, 54_000, 50_399, 50_400])])
    #expect(tally.days { _ in 32_400 } == [Day(number: 0): 3, Day(number: 1): 1])
    // On the day of the clock change, the offset is determined for each commit.
    #expect(tally.days(offset: clock) == [Day(number: 0): 1, Day(number: 1): 3])
  }

  @Test func `hours before the end of day belong to the day before`() {
    let tally = CommitTally([commits([86_400 + 4 * 3600 - 1, 86_400 + 4 * 3600])])
    #expect(tally.days(endingAt: 4) { _ in 0 } == [Day(number: 0): 1, Day(number: 1): 1])
  }

  private static let impossible: [Int64] = [
    PackedCommit.undated, .max, .min + 1, 253_402_300_800, -62_135_596_801, 1 << 60,
  ]

  @Test(arguments: impossible)
  func `ignores dates outside the calendar`(_ seconds: Int64) {
    let tally = CommitTally([commits([seconds, 0])])
    #expect(tally.days(endingAt: 6) { _ in -86_000 } == [Day(number: -2): 1])
  }

  @Test func `counts far away days`() {
    let far = Int64(200_000 * 86_400)
    let tally = CommitTally([commits([far, far + 1, -86_400, 0])])
    #expect(
      tally.days { _ in 0 } == [Day(number: 200_000): 2, Day(number: -1): 1, Day(number: 0): 1])
  }

  @Test func `looks up the offset at most once a day`() {
    var source = Seeded(3)
    let span = Int64(0)..<(400 * 86_400)
    let tally = CommitTally([commits((0..<20_000).map { _ in .random(in: span, using: &source) })])
    var asked = 0
    let days = tally.days { _ in
      asked += 1
      return 3600
    }
    #expect(days.values.reduce(0, +) == 20_000)
    #expect(asked <= 401)
  }

  @Test(arguments: UInt64(0)..<40)
  func `equals counting one by one`(_ seed: UInt64) {
    var source = Seeded(seed)
    let seconds = (0..<500).map { _ in Int64.random(in: -9_000_000...90_000_000, using: &source) }
    let hour = Int.random(in: 0...6, using: &source)
    let change = Int64.random(in: 0...80_000_000, using: &source)
    let clock = { (instant: Instant) in instant.secondsSince1970 < change ? -12_600 : 20_700 }
    var slow: [Day: Int] = [:]
    for second in seconds {
      let instant = Instant(secondsSince1970: second)
      let shifted = Instant(secondsSince1970: second - Int64(hour * 3600))
      slow[Moment(shifted, offset: clock(instant)).day, default: 0] += 1
    }
    #expect(CommitTally([commits(seconds)]).days(endingAt: hour, offset: clock) == slow)
  }
}

@Suite struct PackedCommitsTests {
  private func random(_ source: inout Seeded) -> PackedCommits {
    PackedCommits(
      (0..<Int.random(in: 0...60, using: &source)).map { _ in
        let name = UInt64.random(in: 0...100, using: &source)
        return PackedCommit(name: name, authoredAt: Int64(name) * 7 - 300)
      })
  }

  @Test(arguments: UInt64(0)..<40)
  func `behaves like a set`(_ seed: UInt64) {
    var source = Seeded(seed)
    let (one, two) = (random(&source), random(&source))
    let (names, others) = (Set(one.commits), Set(two.commits))
    #expect(one.count == names.count)
    #expect(one.union(two) == PackedCommits(Array(names.union(others))))
    #expect(one.subtracting(two) == PackedCommits(Array(names.subtracting(others))))
    #expect(PackedCommits.union(of: [one, two, one]) == one.union(two))
    #expect(PackedCommits(bytes: one.bytes) == one)
  }

  @Test func `refuses bytes of another format`() {
    let pair = PackedCommits([.init(name: 1, authoredAt: 5), .init(name: 2, authoredAt: .min)])
    #expect(pair.bytes.count == 32)
    #expect(PackedCommits(bytes: Array(pair.bytes.dropLast())) == nil)
    #expect(PackedCommits(bytes: pair.bytes.suffix(16) + pair.bytes.prefix(16)) == nil)
    #expect(PackedCommits(bytes: []) == PackedCommits())
  }
}
