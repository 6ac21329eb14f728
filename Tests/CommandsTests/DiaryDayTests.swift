import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The day of an entry, which is the local day where it was written.
@Suite(.inProcess) struct DiaryDayTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func write(
    at now: String, in zone: String = "Asia/Seoul", _ words: String...
  ) throws -> String {
    try #require(
      sandbox.json(
        ["diary", "write", "--body", "written"] + words,
        environment: ["COMMITDIARY_NOW": now, "TZ": zone])["day"]?.string)
  }

  /// A moment, a time zone, and the day of an entry.
  typealias Hour = (now: String, zone: String, day: String)

  static let hours: [Hour] = [
    ("2026-11-21T23:59:59+09:00", "Asia/Seoul", "2026-11-21"),
    ("2026-11-22T00:00:00+09:00", "Asia/Seoul", "2026-11-22"),
    ("2026-12-31T14:59:59Z", "Asia/Seoul", "2026-12-31"),
    ("2026-12-31T15:00:00Z", "Asia/Seoul", "2027-01-01"),
    ("2028-02-29T23:59:59+09:00", "Asia/Seoul", "2028-02-29"),
    ("2028-03-01T00:00:00+09:00", "Asia/Seoul", "2028-03-01"),
    // Days with 23 and 25 hours.
    ("2026-03-08T05:00:00Z", "America/New_York", "2026-03-08"),
    ("2026-03-09T03:59:59Z", "America/New_York", "2026-03-08"),
    ("2026-03-09T04:00:00Z", "America/New_York", "2026-03-09"),
    ("2026-11-01T03:59:59Z", "America/New_York", "2026-10-31"),
    ("2026-11-02T04:59:59Z", "America/New_York", "2026-11-01"),
    ("2026-11-02T05:00:00Z", "America/New_York", "2026-11-02"),
    // A day without midnight.
    ("2026-09-06T03:59:59Z", "America/Santiago", "2026-09-05"),
    ("2026-09-06T04:00:00Z", "America/Santiago", "2026-09-06"),
    // The extreme time zones.
    ("2026-11-21T10:00:00Z", "Pacific/Kiritimati", "2026-11-22"),
    ("2026-11-21T10:00:00Z", "Pacific/Pago_Pago", "2026-11-20"),
  ]

  @Test(arguments: hours)
  func `an entry is on the local day`(now: String, zone: String, day: String) throws {
    #expect(try write(at: now, in: zone) == day)
  }

  static let lateHours: [Hour] = [
    ("2026-11-22T03:59:59+09:00", "Asia/Seoul", "2026-11-21"),
    ("2026-11-22T04:00:00+09:00", "Asia/Seoul", "2026-11-22"),
    // Four o'clock is the local time, also on days when the clocks change.
    ("2026-03-08T07:59:59Z", "America/New_York", "2026-03-07"),
    ("2026-03-08T08:00:00Z", "America/New_York", "2026-03-08"),
    ("2026-11-01T08:59:59Z", "America/New_York", "2026-10-31"),
    ("2026-11-01T09:00:00Z", "America/New_York", "2026-11-01"),
  ]

  @Test(arguments: lateHours)
  func `with a later end of day, early hours belong to the day before`(
    now: String, zone: String, day: String
  ) throws {
    try sandbox.run("config", "set", "day.endsAt", "4")
    #expect(try write(at: now, in: zone) == day)
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
      let entry = try sandbox.json("diary", "show", "2026-11-22", environment: ["TZ": zone])
      #expect(entry["createdAt"] == "2026-11-21T15:30:00Z")
    }
    // In that time zone it is another day, which has its own entry.
    #expect(try write(at: "2026-11-21T15:30:00Z", in: "America/Los_Angeles") == "2026-11-21")
    #expect(try sandbox.texts(of: .entry).count == 2)
  }

  @Test(arguments: [
    ("어제", "ko_KR.UTF-8", "2026-11-20"), ("그저께", "ko_KR.UTF-8", "2026-11-19"),
    ("昨日", "ja_JP.UTF-8", "2026-11-20"), ("-1w", "C", "2026-11-14"),
    ("last friday", "en_US.UTF-8", "2026-11-20"), ("friday", "en_US.UTF-8", "2026-11-20"),
    ("yesterday", "ko_KR.UTF-8", "2026-11-20"), ("tomorrow", "en_US.UTF-8", "2026-11-22"),
  ])
  func `accepts days in the writer's words`(word: String, locale: String, day: String) throws {
    let outcome = try sandbox.json(
      "diary", "write", word, "--body", "written",
      environment: Locales.language(locale).merging(["COMMITDIARY_NOW": "2026-11-21T08:30:00+09:00"]
      ) { $1 })
    #expect(outcome["day"]?.string == day, "\(outcome)")
  }

  // MARK: On this day

  private func onThisDay(_ now: String) throws -> JSONValue {
    try sandbox.json("diary", "list", "--on-this-day", environment: ["COMMITDIARY_NOW": now])
  }

  @Test func `on-this-day lists entries, notes and commits of the date only`() throws {
    try sandbox.shell("git config user.email author@example.com")
    for day in ["2025-11-14", "2024-11-14", "2025-11-15", "2026-11-14"] {
      try sandbox.run("diary", "write", day, "--body", "entry of \(day)")
    }
    try sandbox.run(
      Sandbox.anywhere + ["--body", "a note"],
      environment: ["COMMITDIARY_NOW": "2022-11-14T23:30:00+09:00"])
    // The only commit of the clone is from 2023-11-15, 07:13 in Seoul.
    let found = try onThisDay("2026-11-14T08:00:00+09:00")
    #expect(found["entries"]?.array?.map { $0["day"] } == ["2025-11-14", "2024-11-14"])
    #expect(found["notes"]?.array?.map { $0["body"] } == ["a note"])
    #expect(found["commits"]?.array?.isEmpty == true)
    let next = try onThisDay("2026-11-15T08:00:00+09:00")
    #expect(next["entries"]?.array?.map { $0["day"] } == ["2025-11-15"])
    #expect(next["commits"]?.array?.map { $0["message"] } == ["The first commit"])
    try sandbox.run(
      "diary", "list", "--on-this-day",
      environment: ["COMMITDIARY_NOW": "2026-11-15T08:00:00+09:00"]
    ).expect(output: "1 year ago", "entry of 2025-11-15", "3 years ago", "The first commit")
  }
}

/// If a day ends at 4:00, then 2:00 belongs to the previous day in every command that shows or
/// accepts a day.
@Suite(.inProcess) struct LocalDayTests {
  private let stage: LateNightStage
  private var sandbox: Sandbox { stage.sandbox }
  private var id: String { stage.id }

  init() throws { stage = try LateNightStage() }

  private func output(_ words: [String]) throws -> String {
    try sandbox.run(words.map { $0 == "ID" ? id : $0 }).expect(0).output
  }

  @Test func `every command shows the writer's day`() throws {
    let commands: [(line: String, words: [String])] = [
      ("commits", ["Late at night"]), ("notes list", ["Late note"]),
      ("notes search note", ["Late note"]), ("search late", ["Late note", "Late entry"]),
      ("notes show ID", ["Late note", "edited Nov 21, 2026"]), ("diary list", ["Late entry"]),
      ("diary show", ["Late entry", "1 commit · 1 note · 1 to-do"]),
      ("digest", ["Late at night", "Late note", "Late entry", "Late task"]),
      ("calendar 2026-11-21", ["Late at night", "Late note", "Late entry", "Late task"]),
      ("todo list", ["Late task"]), ("today", ["Late note", "Late entry", "Late task"]),
      ("export todotxt", ["x 2026-11-21 2026-11-21 Late task"]),
    ]
    for (line, words) in commands {
      let printed = try output(line.split(separator: " ").map(String.init))
      for word in words { #expect(printed.contains(word), "\(line): \(printed)") }
      // A timestamp has the calendar date.
      let days = printed.split(separator: "\n").filter { !$0.contains("2:30") }.joined()
      #expect(!days.contains("Nov 22") && !days.contains("2026-11-22"), "\(line): \(printed)")
    }
  }

  @Test func `every command accepts the writer's day`() throws {
    let commands: [(line: String, text: String)] = [
      ("commits --since D --until D", "Late at night"), ("notes list --since D --until D", "note"),
      ("notes search note --since D --until D", "note"),
      ("diary list --since D --until D", "entry"),
      ("digest --since D --until D", "Late at night"), ("calendar D", "Late at night"),
      ("diary show D", "entry"), ("todo list --since D --until D", "task"),
    ]
    for (line, text) in commands {
      for (day, isThere) in [("2026-11-21", true), ("2026-11-22", false)] {
        let words = line.split(separator: " ").map { $0 == "D" ? day : String($0) }
        let outcome = try sandbox.run(words)
        #expect(outcome.output.contains(text) == isThere, "\(words) \(outcome.testDescription)")
      }
    }
  }

  @Test func `counts use the writer's days`() throws {
    #expect(try output(["streak", "--json"]).contains("\"to\": \"2026-11-21\""))
    let graph = try sandbox.json("graph", "--since", "2026-11-20")
    #expect(graph["to"] == "2026-11-21")
    #expect(graph["days"]?.array?.last?["count"] == 1)
    let days = try sandbox.json("calendar", "2026-11")["days"]?.array ?? []
    let marked = days.filter { $0["commits"] != 0 || $0["notes"] != 0 || $0["entry"] == true }
    #expect(marked.map { $0["date"] } == ["2026-11-21"])
    #expect(marked.first?["commits"] == 1 && marked.first?["notes"] == 1)
  }

  @Test func `says when there are more commits`() throws {
    try sandbox.run("commits", "--limit", "1").expect(
      output: "Late at night", without: "The first commit"
    ).expectExactly(error: "Showing 1; use --limit 0 to show all.\n")
    for words in [["commits"], ["commits", "--limit", "2"], ["commits", "--limit", "0"]] {
      try sandbox.run(words).expect(output: "The first commit").expectExactly(error: "")
    }
  }
}
