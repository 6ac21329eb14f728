import Diary
import Platform
import Testing

@testable import Context

@Suite struct ClockTests {
  private func clock(_ hour: Int) throws -> Clock {
    try Clock(Environment(["COMMITDIARY_NOW": "2026-11-21T09:00:00Z"]), endOfDay: hour)
  }

  @Test(arguments: 0...6)
  func `each day begins where the previous ends, in any time zone`(hour: Int) throws {
    let clock = try clock(hour)
    for number in 20_000..<20_400 {
      let day = Day(number: number)
      let start = clock.start(of: day)
      #expect(clock.day(of: start) == day)
      #expect(clock.day(of: Instant(secondsSince1970: start.secondsSince1970 - 1)) == day - 1)
    }
  }

  @Test func `a moment recorded elsewhere keeps its day`() throws {
    let clock = try clock(4)
    let moment = try #require(Moment(rfc3339: "2026-11-22T02:00:00+14:00"))
    #expect(clock.day(of: moment) == Day(iso: "2026-11-21"))
  }
}
