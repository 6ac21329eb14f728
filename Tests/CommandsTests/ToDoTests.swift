import JSON
import Platform
import Testing

@testable import ProgramSupport

/// To-dos over several days: their numbers, their state, and moving them.
@Suite(.inProcess) struct ToDoTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00") }

  private static let tomorrow = ["COMMITDIARY_NOW": "2026-11-22T09:00:00+09:00"]

  private func lines(_ words: String..., environment: [String: String] = [:]) throws -> [String] {
    let outcome = try sandbox.run(words, environment: environment).expect(0)
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
    let list = try sandbox.json("todo", "list")["todos"]?.array
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
    #expect(try lines("todo", "list") == ["3  [ ]  c", "1  [x]  a", "2  [x]  b"])
    let again = try sandbox.json(
      "todo", "done", "1", environment: ["COMMITDIARY_NOW": "2026-11-21T10:00:00Z"])
    #expect(again["todos"]?.array?[0]["doneAt"] == "2026-11-21T00:00:00Z")
    #expect(try sandbox.toDos("reopen", "1-3").allSatisfy { !$0.isDone })
    #expect(try lines("todo", "list").map { $0.prefix(1) } == ["1", "2", "3"])
  }

  @Test func `an edited to-do keeps number and state`() throws {
    try sandbox.toDos("add", "--each", "a", "b")
    try sandbox.toDos("done", "2")
    #expect(try sandbox.toDos("edit", "2", "다른 말") == [.init(2, "다른 말", done: true)])
    try sandbox.run("todo", "edit", "2", "다른 말").expect(0).expectExactly(output: "")
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
    #expect(try sandbox.toDos("add", "a", environment: early)[0].day == String(before.prefix(10)))
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

  // MARK: The numbers by which to-dos are named, and the words in which they are added

  private func day(_ day: Int) -> [String: String] {
    ["COMMITDIARY_NOW": "2026-11-\(day)T09:00:00+09:00"]
  }

  private func list(_ words: String..., on day: Int = 21) throws -> String {
    try sandbox.run(["todo", "list"] + words, environment: self.day(day)).expect(0).output
  }

  @Test func `a number means the same to-do on later days`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c")
    try sandbox.toDos("add", "--day", "2026-12-01", "later")
    #expect(
      try sandbox.toDos("add", "--each", "new", "newer", environment: day(22)).map(\.number)
        == [5, 6])
    #expect(try sandbox.toDos("done", "2", "5", environment: day(22)).map(\.text) == ["b", "new"])
    #expect(
      try list(on: 22) == """
        1  [ ]  a
        3  [ ]  c
        6  [ ]  newer
        2  [x]  b
        5  [x]  new

        """)
    #expect(try sandbox.toDos("reopen", "1-2", environment: day(22)).map(\.text) == ["a", "b"])
    // At the end of the day, the number of a closed one is free.
    try sandbox.toDos("done", "2", environment: day(22))
    try sandbox.run(["todo", "reopen", "2"], environment: day(23)).expectRefusal(3)
    #expect(try sandbox.toDos("add", "next", environment: day(23)).map(\.number) == [2])
    #expect(try sandbox.toDos("edit", "3", "C", environment: day(23)) == [.init(3, "C")])
    #expect(try sandbox.run("todo", "history", "3", environment: day(23)).output.contains("C"))
    // All open ones at once, also those of later days.
    #expect(try list("--open", on: 23).contains("4  [ ]  later  starts Dec 1\n"))
    let done = try sandbox.json("todo", "list", "--all", environment: day(23))
    #expect(
      done["todos"]?.array?.filter { $0["done"] == true }.map { $0["number"] } == [.null, .null])
  }

  @Test func `a to-do keeps its number when it is moved`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c")
    let next = day(22)
    try sandbox.run("todo", "delete", "1", environment: next).expectExactly(
      output: "Deleted to-do 1: a\n")
    #expect(try sandbox.toDos("add", "d", environment: next).map(\.number) == [4])
    try sandbox.toDos("move", "3", "--to", "2026-12-01", environment: next)
    #expect(try sandbox.toDos("done", "3", environment: next).map(\.text) == ["c"])
    try sandbox.run(["todo", "done", "1"], environment: next).expectRefusal(3)
    #expect(
      try sandbox.toDos("move", "2", "--to", "today", environment: next) == [
        .init(2, "b", on: "2026-11-22")
      ])
  }

  @Test(arguments: [("ko_KR.UTF-8", "3~4번"), ("ja_JP.UTF-8", "3～4 です"), ("en_US.UTF-8", "3–4")])
  func `an unknown number is refused with those that there are`(
    language: String, range: String
  ) throws {
    try sandbox.toDos("add", "--each", "a", "b", "c", "d")
    try sandbox.toDos("delete", "2")
    for words in [["done", "9"], ["edit", "9", "x"], ["history", "9"], ["done", "7-9"]] {
      let outcome = try sandbox.run(["todo"] + words, environment: ["LANG": language])
        .expectRefusal(3, range)
      #expect(outcome.error.split(separator: "\n").count == 2, "\(outcome.testDescription)")
    }
    // Only what is deleted can be restored.
    for number in ["9", "7-9"] {
      let outcome = try sandbox.run("todo", "restore", number, environment: ["LANG": language])
        .expectRefusal(3, "2")
      #expect(!outcome.error.contains("4"), "\(outcome.testDescription)")
    }
    try sandbox.run("todo", "restore", "2").expect(0)
    try sandbox.run("todo", "restore", "9").expectRefusal(3, "todo list --deleted")
  }

  @Test func `numbers are typed as they are printed`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c", "d", "e")
    #expect(try sandbox.toDos("done", "#1", "2번", "３", "4–5").map(\.number) == [1, 2, 3, 4, 5])
    #expect(try sandbox.toDos("reopen", "1~2번", "3.").map(\.number) == [1, 2, 3])
  }

  @Test func `a commit completes a to-do of an earlier day by its number`() throws {
    try sandbox.toDos("add", "--each", "a", "b")
    try sandbox.commit("Fix\n\nTodo: 2", at: "2026-11-22T08:00:00+0900", committed: true)
    try sandbox.run("todo", "list", environment: day(22)).expect(error: "completed to-do 2: b")
      .expectExactly(output: "1  [ ]  a\n2  [x]  b\n")
    #expect(try sandbox.run("undo", environment: day(22)).output == "Undid “commit”: 2 b\n")
  }

  @Test func `a commit does not complete a to-do that is newer`() throws {
    try sandbox.toDos("add", "a")
    try sandbox.commit("Fix\n\nTodo: 1", at: "2026-11-21T08:00:00+0900", committed: true)
    #expect(try list() == "1  [ ]  a\n")
  }

  // MARK: Words

  @Test func `words of the text name details`() throws {
    try sandbox.toDos(
      "add", "Answer due:next", "friday", "the", "review", "pri:a", "+perf", "every:2", "weeks")
    #expect(try list() == "1  [ ]  (A) Answer the review  due Nov 27  every 2 weeks  #perf\n")
    try sandbox.toDos("add", "call", "wait:monday", "C++", "at", "10:30", "https://example.org/:x")
    #expect(try list().contains("call") == false)
    #expect(try list(on: 23).contains("2  [ ]  call C++ at 10:30 https://example.org/:x\n"))
    #expect(try list("--open").contains("https://example.org/:x  starts Nov 23\n"))
    #expect(try !sandbox.run("today").output.contains("call"))
    #expect(try sandbox.run("today", environment: day(23)).output.contains("call"))
    try sandbox.toDos("edit", "1", "due:none", "pri:none")
    #expect(try list().hasPrefix("1  [ ]  Answer the review  every 2 weeks"))
    // Without a day, one of certain weekdays begins on the first of them.
    #expect(try sandbox.toDos("add", "water", "--every", "mon,thu")[0].day == "2026-11-23")
    #expect(try sandbox.toDos("add", input: "a due:friday\n").map(\.text) == ["a"])
  }

  @Test(arguments: [
    ("ko_KR.UTF-8", "보고서 기한:금요일 반복:격주 우선순위:B", "2 weeks"),
    ("ja_JP.UTF-8", "報告書 期限:金曜日 繰り返し:毎月最終金曜日 優先度:B", "last fri"),
    ("en_US.UTF-8", "Report due:friday every:last friday priority:B", "last fri"),
    ("en_US.UTF-8", "Report due:friday every:yearly pri:B", "year"),
    ("en_US.UTF-8", "Report due:friday every:mon, thu pri:B", "mon,thu"),
  ])
  func `names are those of the language`(language: String, words: String, rule: String) throws {
    let added = try sandbox.json(
      "todo", "add", "--day", "today", words, environment: ["LANG": language])
    let toDo = try #require(added["todos"]?.array?.first)
    #expect(toDo["every"] == .string(rule), "\(added)")
    #expect(toDo["due"] == "2026-11-27" && toDo["priority"] == "B")
  }

  @Test func `overdue and soon due ones stand before priorities, and those before later ones`()
    throws
  {
    try sandbox.toDos("add", "next year due:2027-11-21")
    try sandbox.toDos("add", "important pri:A")
    try sandbox.toDos("add", "plain")
    try sandbox.toDos("add", "soon due:2026-11-28")
    try sandbox.toDos("add", "late due:2026-11-20")
    #expect(
      try sandbox.toDos("list").map(\.text) == ["late", "soon", "important", "next year", "plain"])
  }
}
