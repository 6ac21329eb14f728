import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The calendar of a month, and the records of a day.
@Suite(.inProcess) struct CalendarTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00")
    try sandbox.shell("git config user.email author@example.com")
  }

  /// Adds records of every kind on three days.
  private func fill() throws {
    try sandbox.commit("Late at night", at: "2026-11-20T23:30:00+0900")
    try sandbox.shell(
      "git commit -q --allow-empty -m 'On a branch' && git checkout -q -b other HEAD~1",
      environment: ["GIT_AUTHOR_DATE": "2026-11-21T08:00:00+0900"])
    try sandbox.shell(
      "git commit -q --allow-empty -m 'By somebody else'",
      environment: [
        "GIT_AUTHOR_DATE": "2026-11-21T08:00:00+0900", "GIT_AUTHOR_EMAIL": "b@example.com",
      ])
    try sandbox.run("notes", "add", "--title", "Why", "--body", "because", "--commit", "main")
    try sandbox.run("diary", "write", "yesterday", "--body", "A good day\n\nAnd its text.")
    try sandbox.toDos("add", "--each", "a", "b")
    try sandbox.toDos("done", "2")
  }

  private func day(_ date: String, in document: JSONValue) throws -> JSONValue {
    let days = try #require(document["days"]?.array)
    return try #require(days.first { $0["date"]?.string == date })
  }

  @Test func `shows the counts of each day of a month`() throws {
    try fill()
    let document = try sandbox.json("calendar")
    #expect(document["month"] == "2026-11")
    #expect(document["days"]?.array?.count == 30)
    #expect(
      try day("2026-11-21", in: document) == [
        "date": "2026-11-21", "entry": false, "notes": 1, "todos": ["open": 1, "done": 1],
        "commits": 1,
      ])
    #expect(
      try day("2026-11-20", in: document) == [
        "date": "2026-11-20", "entry": true, "notes": 0, "todos": ["open": 0, "done": 0],
        "commits": 1,
      ])
  }

  @Test func `lists several months`() throws {
    func months(_ words: String...) throws -> [String] {
      let document = try sandbox.json(["calendar"] + words)
      return document["months"]?.array?.compactMap { $0["month"]?.string } ?? []
    }
    #expect(try months("--months", "3") == ["2026-09", "2026-10", "2026-11"])
    #expect(try months("2026-11", "--months", "3") == ["2026-11", "2026-12", "2027-01"])
    #expect(try months("9999-12", "-n", "2") == [])
  }

  @Test func `a day has all records and each commit once`() throws {
    try fill()
    let document = try sandbox.json("calendar", "today")
    #expect(document["day"] == "2026-11-21")
    #expect(document["commits"]?.array?.compactMap { $0["message"]?.string } == ["On a branch"])
    #expect(document["commits"]?.array?[0]["notes"] == 1)
    #expect(document["notes"]?.array?.compactMap { $0["title"]?.string } == ["Why"])
    #expect(document["todos"]?.array?.compactMap { $0["text"]?.string } == ["a", "b"])
    #expect(document["entry"] == .null && document["weather"] == .null)
    try sandbox.run("calendar", "yesterday").expect(
      output: "A good day", "Late at night", without: "On a branch")
  }

  @Test func `a to-do is on the page of the day on which it was done`() throws {
    try sandbox.toDos("add", "left", "--day", "2026-11-20")
    try sandbox.toDos("done", "1")
    for (date, count) in [("2026-11-20", 0), ("2026-11-21", 1), ("2026-11-22", 0)] {
      let document = try sandbox.json("calendar", date)
      #expect(document["todos"]?.array?.count == count, "\(date)")
    }
  }

  @Test func `commits are on the reader's days, with the end of day`() throws {
    try fill()
    func commits(_ date: String, _ environment: [String: String] = [:]) throws -> Int? {
      try day(
        date, in: sandbox.json("calendar", "2026-11", environment: environment))[
          "commits"]?.integer
    }
    #expect(try commits("2026-11-20", ["TZ": "UTC"]) == 2)
    #expect(try commits("2026-11-21", ["TZ": "UTC"]) == 0)
    try sandbox.commit("After midnight", at: "2026-11-19T02:00:00+0900")
    #expect(try commits("2026-11-19") == 1)
    try sandbox.run("config", "set", "day.endsAt", "4")
    #expect(try commits("2026-11-18") == 1)
    #expect(try commits("2026-11-19") == 0)
    #expect(try sandbox.json("calendar", "2026-11-18")["commits"]?.array?.count == 1)
  }

  @Test(arguments: ["nov 21", "21 November", "Nov 21, 2026", "21 nov 2026", "11월 21일"])
  func `accepts the days it prints`(typed: String) throws {
    let document = try sandbox.json("calendar", typed, environment: Locales.language("ko_KR.UTF-8"))
    #expect(document["day"] == "2026-11-21", "\(document)")
  }

  @Test func `shows today in a pipe without color`() throws {
    try fill()
    let lines = try sandbox.run("calendar").output.split(separator: "\n")
    let today = try #require(lines.firstIndex { $0.contains("[21]") })
    #expect(lines[today...].dropFirst().first?.hasSuffix("*o+") == true, "\(lines)")
    #expect(!lines.joined().contains("\u{1B}"))
  }

  @Test func `works without clone, account and journal`() throws {
    try sandbox.run("calendar", in: sandbox.file("home")).expect(0, output: "[21]")
      .expectExactly(error: "")
    let day = try sandbox.run("calendar", "today", in: sandbox.file("home")).expect(0)
    #expect(!day.output.isEmpty, "\(day.testDescription)")
    #expect(!File.exists(sandbox.journal))
  }
}
