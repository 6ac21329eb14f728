import Diary
import Glibc
import Platform
import Testing

/// One after the other: the zone is the whole process's.
@Suite(.serialized) struct LocalTimeTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var zone: String
    var day: String
    var start: String
  }

  private func inZone(_ zone: String, _ body: () throws -> Void) rethrows {
    // What is asked first sets the zone, and must not do so in between.
    _ = LocalTime.moment(at: LocalTime.now())
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
      #expect(LocalTime.moment(at: summer).offset == 7200)
      #expect(LocalTime.moment(at: winter).offset == 3600)
    }
  }

  @Test(arguments: [
    Example(
      testDescription: "a zone without seasons", zone: "Asia/Seoul", day: "2026-11-21",
      start: "2026-11-20T15:00:00Z"),
    Example(
      testDescription: "a half hour", zone: "Asia/Kolkata", day: "2026-11-21",
      start: "2026-11-20T18:30:00Z"),
    Example(
      testDescription: "clocks go forward at two", zone: "America/New_York", day: "2026-03-08",
      start: "2026-03-08T05:00:00Z"),
    Example(
      testDescription: "clocks go forward at midnight", zone: "America/Sao_Paulo",
      day: "2018-11-04", start: "2018-11-04T03:00:00Z"),
    Example(
      testDescription: "a day that the zone left out", zone: "Pacific/Apia", day: "2011-12-30",
      start: "2011-12-30T10:00:00Z"),
    Example(
      testDescription: "a zone in POSIX form", zone: "XYZ-14", day: "1960-01-01",
      start: "1959-12-31T10:00:00Z"),
  ])
  func `a day begins at its first local time`(_ example: Example) throws {
    try inZone(example.zone) {
      let day = try #require(Day(iso: example.day))
      #expect(LocalTime.instant(startOf: day).description == example.start)
    }
  }

  @Test(arguments: [
    Example(
      testDescription: "a zone without seasons", zone: "Asia/Seoul", day: "2026-11-21",
      start: "2026-11-20T19:00:00Z"),
    Example(
      testDescription: "clocks go forward at two", zone: "America/New_York", day: "2026-03-08",
      start: "2026-03-08T08:00:00Z"),
    Example(
      testDescription: "clocks go back at two", zone: "America/New_York", day: "2026-11-01",
      start: "2026-11-01T09:00:00Z"),
    Example(
      testDescription: "the far west", zone: "XYZ+12", day: "2026-11-21",
      start: "2026-11-21T16:00:00Z"),
  ])
  func `a day that ends at 4:00 begins at 4:00`(_ example: Example) throws {
    try inZone(example.zone) {
      let day = try #require(Day(iso: example.day))
      let start = LocalTime.instant(startOf: day, endingAt: 4)
      #expect(start.description == example.start)
      let before = Instant(secondsSince1970: start.secondsSince1970 - 1)
      #expect(LocalTime.moment(at: start).day(endingAt: 4) == day)
      #expect(LocalTime.moment(at: before).day(endingAt: 4) == day - 1)
    }
  }

  @Test func `a year beyond the calendar has no offset`() {
    inZone("Asia/Seoul") {
      #expect(LocalTime.moment(at: Instant(secondsSince1970: .max)).offset == 0)
    }
  }
}
