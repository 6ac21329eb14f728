import Diary
import Glibc
import Platform
import Testing

/// Serialized, because the time zone is a property of the process.
@Suite(.serialized) struct LocalTimeTests {
  private func inZone(_ zone: String, _ body: () throws -> Void) rethrows {
    // The first call initializes the time zone, which must not happen after `setenv`.
    _ = LocalTime.system.moment(at: LocalTime.now())
    setenv("TZ", zone, 1)
    tzset()
    defer {
      unsetenv("TZ")
      tzset()
    }
    try body()
  }

  @Test func `uses daylight saving time`() throws {
    try inZone("Europe/Berlin") {
      let summer = try #require(Instant(rfc3339: "2026-07-01T12:00:00Z"))
      let winter = try #require(Instant(rfc3339: "2026-12-01T12:00:00Z"))
      #expect(LocalTime.system.moment(at: summer).offset == 7200)
      #expect(LocalTime.system.moment(at: winter).offset == 3600)
    }
  }

  @Test(arguments: [
    ("a zone without seasons", "Asia/Seoul", "2026-11-21", "2026-11-20T15:00:00Z"),
    ("a half hour", "Asia/Kolkata", "2026-11-21", "2026-11-20T18:30:00Z"),
    ("clocks go forward at two", "America/New_York", "2026-03-08", "2026-03-08T05:00:00Z"),
    ("clocks go forward at midnight", "America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
    ("a day that the zone left out", "Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
    ("a zone in POSIX form", "XYZ-14", "1960-01-01", "1959-12-31T10:00:00Z"),
  ])
  func `a day begins at its first local time`(
    case: String, zone: String, day: String, start: String
  ) throws {
    try inZone(zone) {
      let day = try #require(Day(iso: day))
      #expect(LocalTime.system.instant(startOf: day).description == start)
    }
  }

  @Test(arguments: [
    ("a zone without seasons", "Asia/Seoul", "2026-11-21", "2026-11-20T19:00:00Z"),
    ("clocks go forward at two", "America/New_York", "2026-03-08", "2026-03-08T08:00:00Z"),
    ("clocks go back at two", "America/New_York", "2026-11-01", "2026-11-01T09:00:00Z"),
    ("the far west", "XYZ+12", "2026-11-21", "2026-11-21T16:00:00Z"),
  ])
  func `a day that ends at 4:00 begins at 4:00`(
    case: String, zone: String, day: String, expected: String
  ) throws {
    try inZone(zone) {
      let day = try #require(Day(iso: day))
      let start = LocalTime.system.instant(startOf: day, endingAt: 4)
      #expect(start.description == expected)
      let before = Instant(secondsSince1970: start.secondsSince1970 - 1)
      #expect(LocalTime.system.moment(at: start).day(endingAt: 4) == day)
      #expect(LocalTime.system.moment(at: before).day(endingAt: 4) == day - 1)
    }
  }

  @Test func `a year beyond the calendar has no offset`() {
    inZone("Asia/Seoul") {
      #expect(LocalTime.system.moment(at: Instant(secondsSince1970: .max)).offset == 0)
    }
  }
}
