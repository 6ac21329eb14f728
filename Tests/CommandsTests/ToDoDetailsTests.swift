import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// Due dates, priorities, tags and recurrence of to-dos, and what earlier days left open.
@Suite(.inProcess) struct ToDoDetailsTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00") }

  private static let tomorrow = ["COMMITDIARY_NOW": "2026-11-22T09:00:00+09:00"]

  private func json(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> [JSONValue] {
    try #require(sandbox.json(["todo"] + words, environment: environment)["todos"]?.array)
  }

  private func json(_ words: String..., environment: [String: String] = [:]) throws -> JSONValue {
    try #require(try json(words, environment: environment).first)
  }

  // MARK: Details

  @Test func `completes how often a to-do recurs`() throws {
    try sandbox.run("__complete", "zsh", "todo", "add", "--every", "w").expect(
      0, output: "week", "weekday")
  }

  @Test(arguments: [("todo add", "one of: day"), ("export", "vimwiki")])
  func `help lists as choices only all that is taken`(command: String, choice: String) throws {
    let words = ["help"] + command.split(separator: " ").map(String.init)
    try sandbox.run(words).expect(0, without: choice)
  }

  @Test func `adds and edits due date, priority, tags and recurrence`() throws {
    let added = try json(
      "add", "pay", "the rent", "--due", "friday", "--priority", "a", "--every", "month",
      "--tag", "#home", "--tag", "two words")
    expect(
      added,
      has: [
        "due": "2026-11-27", "priority": "A", "every": "month", "tags": ["home", "two words"],
        "text": "pay the rent",
      ])
    let edited = try json("edit", "1", "--due", "tomorrow", "--priority", "none", "--untag", "HOME")
    expect(
      edited,
      has: ["due": "2026-11-22", "priority": .null, "tags": ["two words"], "text": "pay the rent"])
    let text = try json("edit", "1", "pay", "all", "--every", "none", "--due", "none")
    #expect(text["text"] == "pay all" && text["every"] == .null && text["due"] == .null)
    #expect(try sandbox.run("todo", "edit", "1", "--due", "none").error != "")
    let plain = try json("add", "plain")
    for member in ["due", "priority", "every"] { #expect(plain[member] == .null) }
    #expect(plain["tags"] == [])
  }

  @Test func `lists by due date, priority and number, with all that is known`() throws {
    try sandbox.toDos("add", "--each", "one", "two")
    try sandbox.toDos("add", "late", "--due", "2026-11-20")
    try sandbox.toDos(
      "add", "soon", "--due", "friday", "--tag", "work", "--every", "weekday", "--day",
      "today")
    try sandbox.toDos("add", "big", "--priority", "B")
    try sandbox.toDos("done", "1")
    let list = try sandbox.run("todo", "list").expectExactly(error: "")
    #expect(
      list.output == """
        3  [ ]  late  overdue: Nov 20
        4  [ ]  soon  due Nov 27  every weekday  #work
        5  [ ]  (B) big
        2  [ ]  two
        1  [x]  one

        """)
    #expect(try sandbox.toDos("list", "--open").count == 4)
    #expect(try sandbox.toDos("list", "--tag", "WORK").map(\.text) == ["soon"])
    #expect(try sandbox.json("search", "work")["todos"]?.array?.count == 1)
  }

  // MARK: Left over

  @Test func `today's list has what earlier days left open`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c")
    try sandbox.toDos("done", "2")
    let next = Self.tomorrow
    try sandbox.toDos("add", "new", environment: next)
    let list = try json(["list"], environment: next)
    #expect(list.map { $0["text"] } == ["a", "new", "c"])
    #expect(list.map { $0["day"] } == ["2026-11-21", "2026-11-22", "2026-11-21"])
    let id = String(try #require(list[0]["id"]?.string).prefix(4))
    try sandbox.run("todo", "list", environment: next).expect(output: "1  [ ]  a\n")
      .expectExactly(error: "")
    let today = try sandbox.json("today", environment: next)["todos"]?.array
    #expect(today?.map { $0["day"] } == ["2026-11-21", "2026-11-22", "2026-11-21"])
    // It is done by its id, and stays in the list of the day on which it was done.
    #expect(try sandbox.toDos("done", id, environment: next) == [.init(1, "a", done: true)])
    #expect(try json(["list"], environment: next).map { $0["text"] } == ["new", "c", "a"])
    // What was done today is on no other day.
    #expect(
      try sandbox.toDos("list", "2026-11-21", environment: next).map(\.text).sorted() == ["b", "c"])
    #expect(
      try sandbox.toDos("list", "--since", "-1d", "--until", "today", environment: next).count == 4)
    #expect(try sandbox.json("calendar", "2026-11-22")["todos"]?.array?.count == 2)
  }

  // MARK: Recurrence

  @Test func `a to-do that recurs is added again when it is done`() throws {
    try sandbox.toDos("add", "water", "--every", "day")
    try sandbox.run("todo", "done", "1").expect(error: "Nov 22", "water").expectExactly(
      output: "Completed to-do 1: water\n")
    // Done again, it is not added again.
    #expect(try sandbox.run("todo", "done", "1").error == "")
    #expect(try sandbox.toDos("list", "--since", "2026-01-01", "--until", "2027-01-01").count == 2)
    // A week later there is one, and the next one follows that day.
    let later = ["COMMITDIARY_NOW": "2026-11-29T09:00:00+09:00"]
    let list = try json(["list"], environment: later)
    #expect(list.map { $0["day"] } == ["2026-11-22"])
    try sandbox.toDos("done", try #require(list[0]["id"]?.string), environment: later)
    #expect(try sandbox.toDos("list", "2026-11-30").map(\.text) == ["water"])
    try sandbox.toDos("reopen", try #require(list[0]["id"]?.string), environment: later)
    #expect(try sandbox.toDos("list", "2026-11-30") == [])
  }

  @Test(arguments: [
    ("America/New_York", "2026-03-07T23:59:00-05:00", "2026-03-08"),
    ("America/Sao_Paulo", "2018-11-03T23:59:00-03:00", "2018-11-04"),
    ("Pacific/Kiritimati", "2026-12-31T23:59:00+14:00", "2027-01-01"),
    ("Asia/Seoul", "2028-02-28T09:00:00+09:00", "2028-02-29"),
  ])
  func `a daily to-do recurs on the next date in any zone`(
    zone: String, now: String, next: String
  ) throws {
    sandbox.environment["TZ"] = zone
    sandbox.environment["COMMITDIARY_NOW"] = now
    try sandbox.toDos("add", "a", "--every", "day")
    try sandbox.toDos("done", "1")
    #expect(try sandbox.toDos("list", next).map(\.text) == ["a"])
  }

  // MARK: Commits

  private func commit(_ message: String) throws {
    try sandbox.commit(message, at: "2026-11-21T12:00:00+0900", committed: true)
  }

  @Test(arguments: ["today", "todo list", "digest"])
  func `a trailer of an own commit completes the to-do of its day`(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    try sandbox.toDos("add", "--each", "a", "b", "c", "d")
    try commit("Fix the cache\n\nTodo: 1\nCloses-todo: #3, 9")
    #expect(try sandbox.run(words).expect(0).error.ranges(of: "completed to-do").count == 2)
    #expect(try sandbox.toDos("list").filter(\.isDone).map(\.text) == ["a", "c"])
    // It is reported once. A to-do that is reopened stays open.
    try sandbox.toDos("reopen", "1")
    #expect(try sandbox.run(words).error == "")
    #expect(try sandbox.toDos("list").filter(\.isDone).map(\.text) == ["c"])
  }

  @Test func `a merged branch completes its to-do`() throws {
    try sandbox.toDos("add", "--each", "a", "b")
    try sandbox.shell("git switch -qc todo/2-cache")
    try commit("Work")
    try sandbox.shell(
      """
      git switch -q -
      git merge -q --no-ff -m 'Merge pull request #7 from octocat/todo/2-cache' todo/2-cache
      """,
      environment: [
        "GIT_AUTHOR_DATE": "2026-11-21T12:00:00+0900",
        "GIT_COMMITTER_DATE": "2026-11-21T12:00:00+0900",
      ])
    try commit("Mention todo/1-cache only")
    #expect(try sandbox.toDos("list").filter(\.isDone).map(\.text) == ["b"])
  }

  @Test func `commits complete nothing if the setting is off`() throws {
    try sandbox.toDos("add", "a")
    try sandbox.run("config", "set", "todo.fromCommits", "false")
    try commit("Fix\n\nTodo: 1")
    #expect(try sandbox.toDos("list") == [.init(1, "a")])
  }

  // MARK: Other programs

  @Test(arguments: ["todotxt", "taskwarrior"])
  func `an export and an import keep all details`(format: String) throws {
    try sandbox.toDos("add", "pay home", "--due", "friday", "--priority", "A", "--every", "month")
    try sandbox.toDos("add", "mail bob @home", "--tag", "two words", "--tag", "회고")
    try sandbox.toDos("add", "water", "--day", "tomorrow", "--every", "weekday", "--tag", "home")
    try sandbox.toDos("done", "3")
    let words = ["list", "--since", "2026-01-01", "--until", "2027-12-31"]
    func details() throws -> Set<[JSONValue?]> {
      Set(
        try json(words).map { toDo in
          ["day", "text", "done", "due", "priority", "every", "tags"].map { toDo[$0] }
        })
    }
    let before = try details()
    #expect(before.count == 4)
    let exported = try sandbox.run("export", format)
    func added() throws -> JSONValue? {
      try sandbox.run("import", format, "-", "--json", input: exported.bytes)
        .json()["imported"]?["todos"]
    }
    #expect(try added() == 0)
    sandbox.environment["XDG_DATA_HOME"] = sandbox.file("other")
    #expect(try added() == 4)
    #expect(try details() == before)
  }
}

/// The versions of a to-do.
@Suite(.inProcess) struct ToDoHistoryTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil, at: "2026-11-21T09:00:00Z")
    try sandbox.toDos("add", "call the bank")
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T10:00:00Z"
    try sandbox.toDos("edit", "1", "call", "the", "insurance")
  }

  @Test func `every text of a to-do is kept`() throws {
    try sandbox.run("todo", "history", "1", "--json").expect(
      output: "\"text\": \"call the bank\"", "\"savedAt\": \"2026-11-21T10:00:00Z\"")
    try sandbox.run("todo", "history", "1").expect(output: "version 2", "bank", "insurance")
    try sandbox.toDos("delete", "1")
    #expect(try sandbox.run("todo", "history", "1").status == 0)
  }

  @Test func `an earlier text can be restored`() throws {
    #expect(try sandbox.toDos("restore", "1", "--version", "1").map(\.text) == ["call the bank"])
    try sandbox.toDos("delete", "1")
    let restored = try sandbox.toDos("restore", "1", "--version", "2")
    #expect(restored.map(\.text) == ["call the insurance"])
    #expect(try sandbox.toDos("list").map(\.text) == ["call the insurance"])
  }

  @Test func `only existing versions of one to-do can be restored`() throws {
    try sandbox.run("todo", "restore", "1", "--version", "9").expectRefusal(3)
    try sandbox.toDos("add", "two")
    try sandbox.run("todo", "restore", "1-2", "--version", "1").expectRefusal(2)
    try sandbox.run("todo", "restore", "1").expectRefusal(2)
    try sandbox.run("todo", "history", "7").expectRefusal(3)
  }
}
