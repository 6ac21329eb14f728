import TestSupport
import Testing

@testable import Diary

@Suite struct StreakTests {
  private let today = Day(iso: "2026-11-21")!

  private func streaks(
    _ counts: [String: Int?], weekends: Bool = true, keepsTomorrow: Bool = false
  ) throws -> Streaks {
    let days = try counts.map { date, count in
      Contribution(day: try #require(Day(iso: date)), count: count, level: count == 0 ? 0 : 1)
    }
    return Streaks(
      of: days.shuffled(), today: today,
      rule: .init(excluding: weekends ? [] : [.saturday, .sunday], keepsTomorrow: keepsTomorrow))
  }

  private func streak(_ length: Int, _ first: String, _ last: String) throws -> Streak {
    Streak(
      length: length, first: try #require(Day(iso: first)), last: try #require(Day(iso: last)))
  }

  @Test func `an empty today does not end a streak, an empty yesterday does`() throws {
    let grace = try streaks(["2026-11-19": 1, "2026-11-20": 2, "2026-11-21": 0])
    #expect(try grace.current == streak(2, "2026-11-19", "2026-11-20"))
    #expect(grace.isInGrace && grace.count == 0)
    let over = try streaks(["2026-11-18": 1, "2026-11-19": 2])
    #expect(over.current == nil && !over.isInGrace)
    #expect(over.ended == Day(iso: "2026-11-20"))
    #expect(try over.longest == streak(2, "2026-11-18", "2026-11-19"))
  }

  @Test func `a missing day ends a streak like a day without commits`() throws {
    let found = try streaks(["2026-11-17": 9, "2026-11-19": 1, "2026-11-20": 1, "2026-11-21": 4])
    #expect(try found.current == streak(3, "2026-11-19", "2026-11-21"))
    #expect(found.ended == Day(iso: "2026-11-18") && found.count == 4 && !found.isInGrace)
  }

  static let endings: [(days: [String], weekends: Bool, ended: String?)] = [
    (["2026-10-01", "2026-10-02", "2026-10-03"], true, "2026-10-04"),
    // Saturdays and Sundays are excluded.
    (["2026-10-01", "2026-10-02"], false, "2026-10-05"),
    (["2026-10-01", "2026-10-02", "2026-10-03"], false, "2026-10-05"),
    (["2026-10-01", "2026-10-09"], true, "2026-10-10"),
    (["2026-10-01", "2026-10-09", "2026-11-20", "2026-11-21"], true, "2026-10-10"),
    (["2026-10-01", "2026-11-20"], true, "2026-10-02"),
    (["2026-11-19"], true, "2026-11-20"), (["2026-11-20"], true, nil), ([], true, nil),
  ]

  @Test(arguments: endings)
  func `a streak ends on the first day without commits`(
    days: [String], weekends: Bool, ended: String?
  ) throws {
    let counts = Dictionary(uniqueKeysWithValues: days.map { ($0, Int?.some(1)) })
    let found = try streaks(counts, weekends: weekends)
    #expect(found.ended == ended.flatMap { Day(iso: $0) })
  }

  @Test func `of equal streaks the earlier one is the longest`() throws {
    let found = try streaks([
      "2026-11-01": 1, "2026-11-02": 1, "2026-11-10": 1, "2026-11-11": 1, "2026-11-12": 0,
    ])
    #expect(try found.longest == streak(2, "2026-11-01", "2026-11-02"))
  }

  @Test func `skips empty excluded weekdays and counts active ones`() throws {
    // 2026-11-21 is a Saturday.
    let days = ["2026-11-13": 1, "2026-11-16": 1, "2026-11-17": 1, "2026-11-18": 1]
    let empty = try streaks(
      days.merging(["2026-11-19": 1, "2026-11-20": 1]) { $1 }, weekends: false)
    #expect(try empty.current == streak(6, "2026-11-13", "2026-11-20"))
    let full = try streaks(
      days.merging(["2026-11-14": 3, "2026-11-19": 1, "2026-11-20": 1]) { $1 }, weekends: false)
    #expect(full.current?.length == 7)
    let friday = try streaks(days.merging(["2026-11-19": 1]) { $1 }, weekends: false)
    #expect(friday.current == nil && friday.ended == Day(iso: "2026-11-20"))
  }

  @Test func `counts a day of which only the level is known`() throws {
    let unknown: [String: Int?] = ["2026-11-20": nil, "2026-11-21": nil]
    let found = try streaks(unknown)
    #expect(found.current?.length == 2 && found.count == nil)
  }

  @Test func `counts tomorrow only on server days with commits`() throws {
    let days = ["2026-11-21": 1, "2026-11-22": 3, "2026-11-23": 5]
    let ahead = try streaks(days, keepsTomorrow: true)
    #expect(ahead.today == Day(iso: "2026-11-22") && ahead.count == 3)
    #expect(ahead.current?.length == 2)
    #expect(try streaks(days).current?.length == 1)
    let empty = try streaks(["2026-11-21": 1, "2026-11-22": 0], keepsTomorrow: true)
    #expect(empty.today == today && empty.count == 1)
  }

  @Test func `no commits give no streak`() throws {
    let none = Streaks(of: [], today: today)
    #expect(none.current == nil && none.longest == nil && none.ended == nil && none.count == 0)
  }

  /// The streaks, counted day by day.
  private func countedByHand(_ days: [Contribution], rule: Streaks.Rule) -> Streaks {
    var expected = Streaks(of: [], today: today)
    func active(_ day: Day) -> Bool { days.contains { $0.day == day && $0.isActive } }
    if rule.keepsTomorrow, active(today + 1) { expected.today = today + 1 }
    expected.count = days.first { $0.day == expected.today }.map(\.count) ?? 0
    guard let first = days.map(\.day).min() else { return expected }
    var run: Streak?
    var day = first
    while day <= expected.today {
      if active(day) {
        run = Streak(length: (run?.length ?? 0) + 1, first: run?.first ?? day, last: day)
        if (run?.length ?? 0) > (expected.longest?.length ?? 0) { expected.longest = run }
      } else if day != expected.today, !rule.excluded.contains(day.weekday) {
        // Only a run of days can end.
        if run != nil { expected.ended = day }
        run = nil
      }
      day = day + 1
    }
    expected.current = run
    expected.isInGrace =
      run != nil && !active(expected.today) && !rule.excluded.contains(expected.today.weekday)
    return expected
  }

  @Test func `matches a simple count on ten thousand calendars`() {
    var chance = Seeded(20_261_121)
    for _ in 0..<10_000 {
      let length = Int.random(in: 0...60, using: &chance)
      let density = Double.random(in: 0.2...0.98, using: &chance)
      let days = (0..<length).compactMap { back -> Contribution? in
        guard Double.random(in: 0...1, using: &chance) > 0.1 else { return nil }
        let isActive = Double.random(in: 0...1, using: &chance) < density
        return Contribution(
          day: today + 2 - back, count: isActive ? Int.random(in: 1...9, using: &chance) : 0,
          level: isActive ? 2 : 0)
      }
      let rule = Streaks.Rule(
        excluding: Set(Weekday.allCases.filter { _ in Int.random(in: 0...3, using: &chance) == 0 }),
        keepsTomorrow: Bool.random(using: &chance))
      let found = Streaks(of: days.shuffled(using: &chance), today: today, rule: rule)
      let expected = countedByHand(days, rule: rule)
      #expect(found == expected, "\(days.map { "\($0.day) \($0.count ?? -1)" }) \(rule)")
      if found != expected { return }
    }
  }
}
