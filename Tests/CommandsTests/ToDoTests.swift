import JSON
import Platform
import Testing

@testable import ProgramSupport

/// To-dos over several days: their numbers, their state, and moving them.
@Suite(.inProcess) struct ToDoTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
  }

  private static let tomorrow = ["COMMITDIARY_NOW": "2026-11-22T09:00:00+09:00"]

  private func lines(_ words: String..., environment: [String: String] = [:]) throws -> [String] {
    let outcome = try sandbox.run(words, environment: environment)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  // MARK: Numbers

  @Test func `adds the words as one to-do with the smallest free number`() throws {
    #expect(try sandbox.toDos("add", "buy", "milk") == [.init(1, "buy milk")])
    #expect(try sandbox.toDos("add", "--each", "two words") == [.init(2, "two words")])
    #expect(try sandbox.toDos("add", "three") == [.init(3, "three")])
    #expect(
      try sandbox.toDos("add", "--day", "tomorrow", "first") == [
        .init(4, "first", on: "2026-11-22")
      ])
  }

  @Test func `a number stays taken on the day on which a to-do was closed or moved`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c")
    try sandbox.toDos("delete", "3")
    try sandbox.toDos("move", "2", "--to", "tomorrow")
    #expect(try sandbox.toDos("add", "d") == [.init(4, "d")])
    #expect(try sandbox.toDos("restore", "3") == [.init(3, "c")])
  }

  @Test func `accepts numbers, ranges and ids`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c", "d", "e", "f")
    let list = try sandbox.run("todo", "list", "--json").json()["todos"]?.array
    let id = try #require(list?[5]["id"]?.string)
    #expect(
      try sandbox.toDos("done", "2", "1-3", String(id.prefix(6))).map(\.number) == [2, 1, 3, 6])
    try sandbox.toDos("delete", "2")
    // Deleted numbers in a range are skipped.
    #expect(try sandbox.toDos("reopen", "1-4").map(\.number) == [1, 3, 4])
    #expect(try sandbox.toDos("restore", "1-3").map(\.number) == [2])
    try sandbox.run("todo", "done", "5-3").expectRefusal(2)
    try sandbox.run("todo", "done", "7-9").expectRefusal(3)
  }

  @Test func `adds each nonblank line of standard input`() throws {
    let lines = "one\r\n\n \t\n주간 회고\nlast"
    let added = try sandbox.toDos("add", "--each", "before", "-", input: lines)
    #expect(added.map(\.text) == ["before", "one", "주간 회고", "last"])
    #expect(added.map(\.number) == [1, 2, 3, 4])
    #expect(try sandbox.toDos("add", input: lines).map(\.text) == ["one", "주간 회고", "last"])
    #expect(try sandbox.toDos("add", "-", input: lines).map(\.number) == [8, 9, 10])
    #expect(try sandbox.toDos("add", "a", "-", input: lines).map(\.text) == ["a -"])
    for words in [["add"], ["add", "-"], ["add", "--each", "-"], ["add", " ", "\t"]] {
      try sandbox.run(["todo"] + words, input: Array("\n \n".utf8)).expectRefusal(2)
    }
    #expect(try sandbox.toDos("list").count == 11)
  }

  // MARK: State

  @Test func `lists done to-dos last, and reopen reopens them`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c")
    try sandbox.toDos("done", "1", "2")
    #expect(
      try lines("todo", "list") == [
        "3  [ ]  c", "1  [x]  a", "2  [x]  b",
      ])
    let again = try sandbox.run(
      "todo", "done", "1", "--json", environment: ["COMMITDIARY_NOW": "2026-11-21T10:00:00Z"])
    #expect(try again.json()["todos"]?.array?[0]["doneAt"] == "2026-11-21T00:00:00Z")
    #expect(try sandbox.toDos("reopen", "1-3").allSatisfy { !$0.isDone })
    #expect(try lines("todo", "list").map { $0.prefix(1) } == ["1", "2", "3"])
  }

  @Test func `an edited to-do keeps number and state`() throws {
    try sandbox.toDos("add", "--each", "a", "b")
    try sandbox.toDos("done", "2")
    #expect(try sandbox.toDos("edit", "2", "다른 말") == [.init(2, "다른 말", done: true)])
    let same = try sandbox.run("todo", "edit", "2", "다른 말")
    #expect(same.status == 0 && same.output == "", "\(same.testDescription)")
    try sandbox.run("todo", "edit", "2", " ").expectRefusal(2)
    #expect(try sandbox.toDos("list").map(\.text) == ["a", "다른 말"])
  }

  // MARK: Several days

  @Test func `a day and a due date of a to-do`() throws {
    let added = try sandbox.toDos("add", "pay due:friday day:tomorrow")
    #expect(added == [.init(1, "pay", on: "2026-11-22")])
    #expect(try sandbox.toDos("list") == [])
    #expect(try sandbox.toDos("list", environment: Self.tomorrow).map(\.text) == ["pay"])
    // It is on the list from the earlier of the two.
    #expect(try sandbox.toDos("edit", "1", "--due", "today")[0].day == "2026-11-22")
    #expect(try sandbox.toDos("list").map(\.text) == ["pay"])
    for words in [
      ["add", "x", "--day", "monday", "--due", "tomorrow"], ["add", "x wait:monday due:tomorrow"],
      ["edit", "1", "--day", "tomorrow"], ["edit", "1", "pay day:tomorrow"],
      ["edit", "1", "--day", "none"], ["move", "1", "--to", "tomorrow"],
    ] {
      try sandbox.run(["todo"] + words).expectRefusal(2)
    }
    #expect(
      try sandbox.toDos("edit", "1", "--day", "monday", "--due", "tuesday")[0].day == "2026-11-23")
  }

  @Test func `a weekday is the next one in lists, the last one in spans`() throws {
    // Today is a Saturday.
    #expect(try sandbox.toDos("add", "--day", "friday", "a")[0].day == "2026-11-27")
    #expect(
      try sandbox.toDos(
        "move", "1", "--to", "다음 주 월요일",
        environment: ["LANG": "ko_KR.UTF-8"])[0].day == "2026-11-23")
    #expect(try sandbox.toDos("list", "--since", "friday", "--until", "2026-12-31").count == 1)
  }

  @Test(arguments: [
    // Two minutes around midnight, when clocks change, at the end of a year and on a leap day.
    ("America/New_York", "2026-03-07T23:59:00-05:00", "2026-03-08T00:01:00-05:00"),
    ("America/Sao_Paulo", "2018-11-03T23:59:00-03:00", "2018-11-04T01:01:00-02:00"),
    ("UTC", "2028-02-28T23:59:00Z", "2028-02-29T00:01:00Z"),
  ])
  func `a list's day follows the local date`(zone: String, before: String, after: String) throws {
    let (early, late) = (
      ["TZ": zone, "COMMITDIARY_NOW": before], ["TZ": zone, "COMMITDIARY_NOW": after]
    )
    let added = try sandbox.toDos("add", "a", environment: early)
    #expect(added[0].day == String(before.prefix(10)))
    let next = try sandbox.toDos("add", "b", environment: late)
    #expect(next == [.init(2, "b", on: String(after.prefix(10)))])
    #expect(try sandbox.toDos("list", environment: late).map(\.number) == [1, 2])
  }

  @Test func `to-dos respect the end of day`() throws {
    try sandbox.run("config", "set", "day.endsAt", "4")
    let night = ["COMMITDIARY_NOW": "2026-11-22T03:30:00+09:00"]
    #expect(try sandbox.toDos("add", "late", environment: night)[0].day == "2026-11-21")
    let morning = ["COMMITDIARY_NOW": "2026-11-22T04:00:00+09:00"]
    #expect(try sandbox.toDos("add", "early", environment: morning)[0].day == "2026-11-22")
  }

  @Test func `a list keeps its day after traveling`() throws {
    try sandbox.toDos("add", "a")
    let elsewhere = ["TZ": "America/Los_Angeles", "COMMITDIARY_NOW": "2026-11-21T23:00:00Z"]
    #expect(try sandbox.toDos("list", environment: elsewhere) == [.init(1, "a")])
  }
}
