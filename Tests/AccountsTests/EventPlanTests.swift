import Diary
import Journal
import Testing

@testable import Accounts

@Suite struct EventPlanTests {
  private static let now = Instant(secondsSince1970: 1_795_219_200)

  private func instant(daysAgo days: Int64) -> Instant {
    Instant(secondsSince1970: Self.now.secondsSince1970 - days * 86_400)
  }

  private func plan(_ known: EventCoverage?, floor: Instant? = nil) -> EventPlan {
    EventPlan(known, floor: floor, now: Self.now)
  }

  @Test func `the first fetch goes back a year`() {
    let plan = plan(nil)
    #expect(plan.start == instant(daysAgo: 365))
    #expect(plan.coverage == EventCoverage(fetchedAt: Self.now, since: plan.start))
  }

  @Test func `later fetches overlap by two days`() {
    let known = EventCoverage(fetchedAt: instant(daysAgo: 1), since: instant(daysAgo: 400))
    #expect(plan(known).start == instant(daysAgo: 3))
    #expect(plan(known).coverage.since == known.since)
    #expect(plan(known, floor: instant(daysAgo: 30)).start == instant(daysAgo: 3))
  }

  @Test func `an earlier start fetches everything since then`() {
    let known = EventCoverage(fetchedAt: instant(daysAgo: 1), since: instant(daysAgo: 365))
    let plan = plan(known, floor: instant(daysAgo: 700))
    #expect(plan.start == instant(daysAgo: 700))
    #expect(plan.coverage.since == instant(daysAgo: 700))
  }

  @Test func `a clock that was wrong does not skip events`() {
    let known = EventCoverage(fetchedAt: instant(daysAgo: -30), since: instant(daysAgo: 365))
    #expect(plan(known).start == instant(daysAgo: 2))
  }
}
