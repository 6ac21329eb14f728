import JSON
import Testing

@testable import ProgramSupport

/// The day of an entry, which is the local day where it was written.
@Suite(.inProcess) struct DiaryDayTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func write(
    at now: String, in zone: String = "Asia/Seoul", _ words: String...
  ) throws -> String {
    let outcome = try sandbox.run(
      ["diary", "write", "--body", "written", "--json"] + words,
      environment: ["COMMITDIARY_NOW": now, "TZ": zone])
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return try #require(outcome.json()["day"]?.string)
  }

  struct Hour: CustomTestStringConvertible, Sendable {
    var now: String
    var zone: String
    var day: String

    init(_ now: String, _ zone: String, _ day: String) {
      (self.now, self.zone, self.day) = (now, zone, day)
    }

    var testDescription: String { "\(now) in \(zone)" }
  }

  static let hours = [
    Hour("2026-11-21T23:59:59+09:00", "Asia/Seoul", "2026-11-21"),
    Hour("2026-11-22T00:00:00+09:00", "Asia/Seoul", "2026-11-22"),
    Hour("2026-12-31T14:59:59Z", "Asia/Seoul", "2026-12-31"),
    Hour("2026-12-31T15:00:00Z", "Asia/Seoul", "2027-01-01"),
    Hour("2028-02-29T23:59:59+09:00", "Asia/Seoul", "2028-02-29"),
    Hour("2028-03-01T00:00:00+09:00", "Asia/Seoul", "2028-03-01"),
    // Days with 23 and 25 hours.
    Hour("2026-03-08T05:00:00Z", "America/New_York", "2026-03-08"),
    Hour("2026-03-09T03:59:59Z", "America/New_York", "2026-03-08"),
    Hour("2026-03-09T04:00:00Z", "America/New_York", "2026-03-09"),
    Hour("2026-11-01T03:59:59Z", "America/New_York", "2026-10-31"),
    Hour("2026-11-02T04:59:59Z", "America/New_York", "2026-11-01"),
    Hour("2026-11-02T05:00:00Z", "America/New_York", "2026-11-02"),
    // A day without midnight.
    Hour("2026-09-06T03:59:59Z", "America/Santiago", "2026-09-05"),
    Hour("2026-09-06T04:00:00Z", "America/Santiago", "2026-09-06"),
    // The extreme time zones.
    Hour("2026-11-21T10:00:00Z", "Pacific/Kiritimati", "2026-11-22"),
    Hour("2026-11-21T10:00:00Z", "Pacific/Pago_Pago", "2026-11-20"),
  ]

  @Test(arguments: hours)
  func `an entry is on the local day`(_ hour: Hour) throws {
    #expect(try write(at: hour.now, in: hour.zone) == hour.day)
  }

  static let lateHours = [
    Hour("2026-11-22T03:59:59+09:00", "Asia/Seoul", "2026-11-21"),
    Hour("2026-11-22T04:00:00+09:00", "Asia/Seoul", "2026-11-22"),
    // Four o'clock is the local time, also on days when the clocks change.
    Hour("2026-03-08T07:59:59Z", "America/New_York", "2026-03-07"),
    Hour("2026-03-08T08:00:00Z", "America/New_York", "2026-03-08"),
    Hour("2026-11-01T08:59:59Z", "America/New_York", "2026-10-31"),
    Hour("2026-11-01T09:00:00Z", "America/New_York", "2026-11-01"),
  ]

  @Test(arguments: lateHours)
  func `with a later end of day, early hours belong to the day before`(
    _ hour: Hour
  ) throws {
    try sandbox.run("config", "set", "day.endsAt", "4")
    #expect(try write(at: hour.now, in: hour.zone) == hour.day)
  }

  @Test func `an entry keeps its day in every time zone`() throws {
    #expect(try write(at: "2026-11-22T00:30:00+09:00") == "2026-11-22")
    for zone in ["America/Los_Angeles", "UTC", "Pacific/Kiritimati"] {
      let list = try sandbox.run(
        "diary", "list", environment: ["TZ": zone, "COMMITDIARY_NOW": "2026-11-22T12:00:00Z"])
      #expect(list.output.hasPrefix("Sun, Nov 22  written"), "\(zone): \(list.output)")
      let history = try sandbox.run("diary", "history", "2026-11-22", environment: ["TZ": zone])
      // In the local time of the entry.
      #expect(history.output.contains("Nov 22, 2026 at 12:30 AM"), "\(zone): \(history.output)")
      let entry = try sandbox.run(
        "diary", "show", "2026-11-22", "--json", environment: ["TZ": zone])
      #expect(try entry.json()["createdAt"] == "2026-11-21T15:30:00Z")
    }
    // In that time zone it is another day, which has its own entry.
    let elsewhere = try write(at: "2026-11-21T15:30:00Z", in: "America/Los_Angeles")
    #expect(elsewhere == "2026-11-21")
    #expect(try sandbox.texts(of: .entry).count == 2)
  }

  @Test(arguments: [
    ("어제", "ko_KR.UTF-8", "2026-11-20"), ("그저께", "ko_KR.UTF-8", "2026-11-19"),
    ("昨日", "ja_JP.UTF-8", "2026-11-20"), ("-1w", "C", "2026-11-14"),
    ("last friday", "en_US.UTF-8", "2026-11-20"), ("friday", "en_US.UTF-8", "2026-11-20"),
    ("yesterday", "ko_KR.UTF-8", "2026-11-20"), ("tomorrow", "en_US.UTF-8", "2026-11-22"),
  ])
  func `accepts days in the writer's words`(word: String, locale: String, day: String) throws {
    let outcome = try sandbox.run(
      "diary", "write", word, "--body", "written", "--json",
      environment: Locales.language(locale).merging(["COMMITDIARY_NOW": "2026-11-21T08:30:00+09:00"]
      ) { $1 })
    #expect(try outcome.json()["day"]?.string == day, "\(outcome.testDescription)")
  }

  // MARK: On this day

  private func onThisDay(_ now: String) throws -> JSONValue {
    let outcome = try sandbox.run(
      "diary", "list", "--on-this-day", "--json", environment: ["COMMITDIARY_NOW": now])
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return try outcome.json()
  }

  @Test
  func `on-this-day lists entries, notes and commits of the date only`()
    throws
  {
    try sandbox.shell("git config user.email author@example.com")
    for day in ["2025-11-14", "2024-11-14", "2025-11-15", "2026-11-14"] {
      try sandbox.run("diary", "write", day, "--body", "entry of \(day)")
    }
    try sandbox.run(
      Sandbox.anywhere + ["--body", "a note"],
      environment: ["COMMITDIARY_NOW": "2022-11-14T23:30:00+09:00"])
    // The only commit of the clone is from 2023-11-15, 07:13 in Seoul.
    let found = try onThisDay("2026-11-14T08:00:00+09:00")
    #expect(
      found["entries"]?.array?.map { $0["day"] } == ["2025-11-14", "2024-11-14"])
    #expect(found["notes"]?.array?.map { $0["body"] } == ["a note"])
    #expect(found["commits"]?.array?.isEmpty == true)
    let next = try onThisDay("2026-11-15T08:00:00+09:00")
    #expect(next["entries"]?.array?.map { $0["day"] } == ["2025-11-15"])
    #expect(next["commits"]?.array?.map { $0["message"] } == ["The first commit"])
    let page = try sandbox.run(
      "diary", "list", "--on-this-day",
      environment: ["COMMITDIARY_NOW": "2026-11-15T08:00:00+09:00"])
    for words in ["1 year ago", "entry of 2025-11-15", "3 years ago", "The first commit"] {
      #expect(page.output.contains(words), "\(page.output)")
    }
  }
}
