import TestSupport
import Testing

@testable import Diary

@Suite struct InstantTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
      ("2026-11-21T08:42:46Z", 1_795_250_566),
      ("2026-11-21t08:42:46z", 1_795_250_566), ("2026-11-21 08:42:46Z", 1_795_250_566),
      ("2026-11-21T17:42:46+09:00", 1_795_250_566), ("2026-11-21T17:42:46.5+09:00", 1_795_250_566),
      ("2026-11-21T08:42:46.999999999999Z", 1_795_250_566),
      ("2026-11-20T22:12:46-10:30", 1_795_250_566),
      ("2026-11-21T08:42:46-00:00", 1_795_250_566), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ] as [(String, Int64)])
  func `reads RFC 3339 with any offset and fraction`(_ text: String, _ seconds: Int64) {
    #expect(Instant(rfc3339: text)?.secondsSince1970 == seconds)
  }

  @Test(arguments: [
    "", "now", "2026-11-21", "2026-11-21T08:42:46", "2026-11-21T08:42Z", "2026-11-21T24:00:00Z",
    "2026-11-21T08:60:00Z", "2026-11-21T08:42:61Z", "2026-11-21T8:42:46Z", "2026-11-21T08:42:46.Z",
    "2026-11-21T08:42:46,5Z", "2026-11-21T08:42:46+9:00", "2026-11-21T08:42:46+0900",
    "2026-11-21T08:42:46+24:00", "2026-11-21T08:42:46+09:60", "2026-11-21T08:42:46ZZ",
    "2026-11-21T08:42:46Z ", "2026-02-30T08:42:46Z", "2026-11-21X08:42:46Z",
    "2026-11-21T08:42:46.5",
    "2026-11-21T-8:42:46Z", "2026-11-21T08:42:46+09:0", "２０２６-11-21T08:42:46Z",
    "2026-11-21T08:42:4💥",
    "2026-11-2\u{301}T08:42:46Z", "20261121T084246Z00000",
  ])
  func `refuses what is not RFC 3339`(_ text: String) {
    #expect(Instant(rfc3339: text) == nil)
    #expect(Moment(rfc3339: text) == nil)
  }

  @Test func `refuses every proper prefix`() {
    let text = "2026-11-21T17:42:46.25+09:00"
    for count in 0..<text.count { #expect(Instant(rfc3339: text.prefix(count)) == nil) }
  }

  @Test func `what is written is read again`() {
    var seed = Seeded(7)
    for _ in 0..<2_000 {
      let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &seed)
      let instant = Instant(secondsSince1970: seconds)
      #expect(Instant(rfc3339: instant.description) == instant)
      #expect(instant.description.utf8.count == 20)
    }
  }

  @Test func `instants are ordered`() {
    #expect(Instant(secondsSince1970: -1) < Instant(secondsSince1970: 0))
  }
}

@Suite struct MomentTests {
  @Test(arguments: [
    ("2026-11-21T00:30:00+09:00", "2026-11-21", 0, 30, 32_400),
    ("2026-11-20T23:59:59-11:30", "2026-11-20", 23, 59, -41_400),
    ("1969-12-31T23:00:00+00:00", "1969-12-31", 23, 0, 0),
    ("1970-01-01T00:00:00+14:00", "1970-01-01", 0, 0, 50_400),
  ])
  func `a moment keeps its local day`(
    _ text: String, _ day: String, _ hour: Int, _ minute: Int, _ offset: Int
  ) throws {
    let moment = try #require(Moment(rfc3339: text))
    #expect(moment.day.description == day)
    #expect(moment.time == TimeOfDay(hour: hour, minute: minute))
    #expect(moment.offset == offset)
  }

  @Test(
    arguments: [
      ("2026-11-22T02:00:00+09:00", 4, "2026-11-21"),
      ("2026-11-22T03:59:59+09:00", 4, "2026-11-21"),
      ("2026-11-22T04:00:00+09:00", 4, "2026-11-22"),
      ("2026-11-22T02:00:00+09:00", 0, "2026-11-22"),
      ("2027-01-01T01:30:00-11:00", 2, "2026-12-31"),
    ] as [(String, Int, String)])
  func `a day may end after midnight`(_ moment: String, _ hour: Int, _ day: String) {
    #expect(Moment(rfc3339: moment)?.day(endingAt: hour) == Day(iso: day))
  }
}
