import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The numbers by which to-dos are named, and the words in which they are added.
@Suite(.inProcess) struct ToDoNumberTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
  }

  private func day(_ day: Int) -> [String: String] {
    ["COMMITDIARY_NOW": "2026-11-\(day)T09:00:00+09:00"]
  }

  private func list(_ words: String..., on day: Int = 21) throws -> String {
    let outcome = try sandbox.run(["todo", "list"] + words, environment: self.day(day))
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    return outcome.output
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
    #expect(
      try sandbox.run("todo", "history", "3", environment: day(23)).output.contains("C"))
    // All open ones at once, also those of later days.
    #expect(try list("--open", on: 23).contains("4  [ ]  later  from Dec 1\n"))
    let done = try sandbox.run("todo", "list", "--all", "--json", environment: day(23)).json()
    #expect(
      done["todos"]?.array?.filter { $0["done"] == true }.map { $0["number"] } == [.null, .null])
  }

  @Test func `a to-do keeps its number when it is moved`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c")
    let next = day(22)
    let deleted = try sandbox.run("todo", "delete", "1", environment: next)
    #expect(deleted.output == "Deleted to-do 1: a\n", "\(deleted.testDescription)")
    #expect(try sandbox.toDos("add", "d", environment: next).map(\.number) == [4])
    try sandbox.toDos("move", "3", "--to", "2026-12-01", environment: next)
    #expect(try sandbox.toDos("done", "3", environment: next).map(\.text) == ["c"])
    try sandbox.run(["todo", "done", "1"], environment: next).expectRefusal(3)
    #expect(
      try sandbox.toDos("move", "2", "--to", "today", environment: next) == [
        .init(2, "b", on: "2026-11-22")
      ])
  }

  @Test(arguments: [("ko_KR.UTF-8", "3~4번"), ("ja_JP.UTF-8", "3～4 番"), ("en_US.UTF-8", "3–4")])
  func `an unknown number is refused with those that there are`(
    language: String, range: String
  ) throws {
    try sandbox.toDos("add", "--each", "a", "b", "c", "d")
    try sandbox.toDos("delete", "2")
    for words in [["done", "9"], ["edit", "9", "x"], ["history", "9"], ["done", "7-9"]] {
      let outcome = try sandbox.run(["todo"] + words, environment: ["LANG": language])
      outcome.expectRefusal(3)
      #expect(outcome.error.contains(range), "\(outcome.testDescription)")
      #expect(outcome.error.split(separator: "\n").count == 2, "\(outcome.testDescription)")
    }
  }

  @Test func `numbers are typed as they are printed`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c", "d", "e")
    #expect(try sandbox.toDos("done", "#1", "2번", "３", "4–5").map(\.number) == [1, 2, 3, 4, 5])
    #expect(try sandbox.toDos("reopen", "1~2번", "3.").map(\.number) == [1, 2, 3])
  }

  @Test func `a commit completes a to-do of an earlier day by its number`() throws {
    try sandbox.toDos("add", "--each", "a", "b")
    try sandbox.shell(
      """
      git config user.email author@example.com
      git commit -q --allow-empty -m 'Fix' -m 'Todo: 2'
      """,
      environment: [
        "GIT_AUTHOR_DATE": "2026-11-22T08:00:00+0900",
        "GIT_COMMITTER_DATE": "2026-11-22T08:00:00+0900",
      ])
    let outcome = try sandbox.run("todo", "list", environment: day(22))
    #expect(outcome.output == "1  [ ]  a\n2  [x]  b\n")
    #expect(outcome.error.contains("completed to-do 2: b"), "\(outcome.testDescription)")
    #expect(try sandbox.run("undo", environment: day(22)).output == "Undid “commit”: 2 b\n")
  }

  @Test func `a commit does not complete a to-do that is newer`() throws {
    try sandbox.toDos("add", "a")
    try sandbox.shell(
      """
      git config user.email author@example.com
      git commit -q --allow-empty -m 'Fix' -m 'Todo: 1'
      """,
      environment: [
        "GIT_AUTHOR_DATE": "2026-11-21T08:00:00+0900",
        "GIT_COMMITTER_DATE": "2026-11-21T08:00:00+0900",
      ])
    #expect(try list() == "1  [ ]  a\n")
  }

  // MARK: Words

  @Test func `words of the text name details`() throws {
    try sandbox.toDos(
      "add", "Answer due:next", "friday", "the", "review", "pri:a", "+perf", "every:2", "weeks")
    #expect(try list() == "1  [ ]  (A) Answer the review  due Nov 27  every 2 weeks  #perf\n")
    try sandbox.toDos("add", "call", "wait:monday", "C++", "at", "10:30", "https://example.org/:x")
    #expect(try list().contains("call") == false)
    #expect(
      try list(on: 23).contains("2  [ ]  call C++ at 10:30 https://example.org/:x\n"))
    #expect(try list("--open").contains("https://example.org/:x  from Nov 23\n"))
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
    let added = try sandbox.run(
      "todo", "add", "--day", "today", "--json", words, environment: ["LANG": language])
    let toDo = try #require(try added.json()["todos"]?.array?.first)
    #expect(toDo["every"] == .string(rule), "\(added.testDescription)")
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
