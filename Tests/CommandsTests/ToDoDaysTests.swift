import JSON
import Testing

@testable import ProgramSupport

/// What is due and what was done on which day, in lists, pages, digests and calendars.
@Suite(.inProcess) struct ToDoDaysTests {
  private let sandbox: Sandbox

  /// Saturday, November 21, 2026.
  init() throws { sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00") }

  private func day(_ day: Int) -> [String: String] {
    ["COMMITDIARY_NOW": "2026-11-\(day)T09:00:00+09:00"]
  }

  private func output(_ words: String..., on day: Int = 21) throws -> String {
    try sandbox.run(words, environment: self.day(day)).expect(0).output
  }

  // MARK: Days ahead

  @Test func `what is due is on the page of its day`() throws {
    try sandbox.toDos("add", "Visa", "due:2026-11-25")
    try sandbox.toDos("add", "Plan", "day:2026-11-24", "due:2026-11-26")
    #expect(
      try output("todo", "list", "wednesday") == "Wed, Nov 25, 2026\n1  [ ]  Visa  due Nov 25\n")
    #expect(
      try output("todo", "list", "next", "week")
        == """
        Tue, Nov 24, 2026
        2  [ ]  Plan  due Nov 26

        Wed, Nov 25, 2026
        1  [ ]  Visa  due Nov 25

        Thu, Nov 26, 2026
        2  [ ]  Plan  due Nov 26  starts Nov 24

        """)
    #expect(try output("today", "2026-11-25").contains("Visa"))
    #expect(try output("digest", "2026-11-26").contains("Plan"))
    #expect(try output("todo", "list", "2026-11-27").isEmpty)
    try sandbox.run("todo", "list", "2026-11-27").expect(error: "No to-dos for Fri, Nov 27, 2026.")
    let days = try sandbox.json("calendar")["days"]?.array ?? []
    let open = days.filter { $0["todos"]?["open"] == 1 }.compactMap { $0["date"]?.string }
    #expect(open == ["2026-11-21", "2026-11-24", "2026-11-25", "2026-11-26"])
  }

  @Test func `--due lists what is due, by day`() throws {
    try sandbox.toDos("add", "later", "due:2027-02-01")
    try sandbox.toDos("add", "soon", "due:2026-11-23")
    try sandbox.toDos("add", "some day")
    #expect(
      try output("todo", "list", "--due") == """
        Mon, Nov 23, 2026
        2  [ ]  soon  due Nov 23

        Mon, Feb 1, 2027
        1  [ ]  later  due Feb 1, 2027

        """)
    #expect(try output("todo", "list", "this", "month", "--due").contains("later") == false)
    try sandbox.run("todo", "list", "--due", "--open").expectRefusal(2)
  }

  @Test func `today's page names what is due within a week`() throws {
    try sandbox.toDos("add", "near", "day:2026-11-27", "due:2026-11-28")
    try sandbox.toDos("add", "far", "day:2026-11-27", "due:2026-11-29")
    let page = try output("today")
    #expect(page.contains("near") && !page.contains("far"))
    #expect(try !output("todo").contains("near"))
  }

  @Test func `a number alone is that to-do`() throws {
    try sandbox.toDos("add", "--each", "a", "b")
    #expect(try output("todo", "list", "2") == "2  [ ]  b\n")
    try sandbox.run("todo", "list", "7").expectRefusal(3)
    try sandbox.run("todo", "list", "2", "--tag", "x").expectRefusal(2)
    try sandbox.run("todo", "list", "2", "--due").expectRefusal(2)
  }

  @Test func `what was left over without a due date is counted after ten`() throws {
    for number in 1...13 {
      try sandbox.run("todo", "add", "old \(number)", environment: day(10)).expect(0)
    }
    try sandbox.toDos("add", "new")
    let lines = try output("todo").split(separator: "\n")
    #expect(lines.count == 12 && lines.contains { $0.contains("new") })
    #expect(
      lines.last == "3 more from earlier days (past month: 3): “commitdiary todo list --open”")
    #expect(try output("today").contains("3 more from earlier days"))
    #expect(try output("todo", "list", "--open").split(separator: "\n").count == 14)
    #expect(try sandbox.json("todo", "list")["todos"]?.array?.count == 14)
    // A range means what the list shows.
    try sandbox.run("todo", "done", "11-13").expectRefusal(3, "commitdiary todo list")
    #expect(try sandbox.toDos("done", "1-13").count == 10)
  }

  // MARK: Done

  @Test func `a to-do counts on the day on which it was done`() throws {
    try sandbox.toDos("add", "early", "--day", "2026-11-23")
    try sandbox.toDos("done", "1")
    #expect(try output("digest", "today").contains("[x] early"))
    try sandbox.run("digest", "today", environment: day(23)).expectExactly(output: "")
    #expect(try output("todo", "list", "2026-11-23", on: 22).isEmpty)
    #expect(try output("todo", "list", "yesterday", on: 22).contains("[x]  early"))
    let days = try sandbox.json("calendar")["days"]?.array ?? []
    let done = days.filter { $0["todos"]?["done"] == 1 }.compactMap { $0["date"]?.string }
    #expect(done == ["2026-11-21"])
  }

  @Test func `a range completes only what the list of today shows`() throws {
    try sandbox.toDos("add", "--each", "one", "two")
    try sandbox.toDos("add", "hidden", "--day", "2026-12-24")
    try sandbox.toDos("add", "four")
    #expect(try sandbox.toDos("done", "1-4").map(\.number) == [1, 2, 4])
    #expect(try sandbox.toDos("done", "3").map(\.number) == [3])
    try sandbox.run("todo", "done", "1").expect(0).expectExactly(
      output: "To-do 1 is already done: one\n")
    #expect(try output("undo") == "Undid “todo done”: 3 hidden\n")
    try sandbox.run("todo", "edit", "3", "other").expect(0)
    #expect(try output("undo") == "Undid “todo edit”: 3 other\n")
  }

  @Test func `answers name the days that were understood`() throws {
    try sandbox.run("todo", "add", "Visa", "due:wed").expect(
      output: "Added to-do 1: Visa  due Nov 25")
    try sandbox.run("todo", "edit", "1", "due:thursday").expect(
      output: "Edited to-do 1: Visa  due Nov 26")
    try sandbox.run("todo", "add", "x", "pri:Z").expectRefusal(2)
    try sandbox.run("todo", "add", "x", "--priority", "Z").expectRefusal(2)
  }

  // MARK: Completion by commits

  private func git(_ script: String, on day: Int) throws {
    let date = "2026-11-\(day)T08:00:00+0900"
    try sandbox.shell(
      "git config user.email author@example.com; git config user.name Author\n" + script,
      environment: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
  }

  @Test func `a merged branch does not complete the to-do that has its number by then`() throws {
    try sandbox.toDos("add", "old")
    try git(
      "git switch -qc todo/1-old; git commit -q --allow-empty -m work; git switch -q -", on: 21)
    try sandbox.toDos("done", "1")
    try sandbox.run("todo", "add", "new", environment: day(23)).expect(output: "to-do 1: new")
    try git("git merge -q --no-ff -m \"Merge branch 'todo/1-old'\" todo/1-old", on: 24)
    #expect(try output("todo", on: 24) == "1  [ ]  new\n")
  }

  @Test func `a merged branch completes its own to-do, unless others worked on it`() throws {
    try sandbox.toDos("add", "--each", "mine", "theirs")
    try git(
      """
      git switch -qc todo/1-mine; git commit -q --allow-empty -m work; git switch -q -
      git merge -q --no-ff -m "Merge branch 'todo/1-mine'" todo/1-mine
      git switch -qc todo/2-theirs
      git commit -q --allow-empty --author 'Jun <jun@example.org>' -m theirs; git switch -q -
      git merge -q --no-ff -m "Merge pull request #3 from jun/todo/2-theirs" todo/2-theirs
      git commit -q --allow-empty -m "Merge pull request #4 from jun/todo/2-theirs"
      """, on: 22)
    try sandbox.run("todo", environment: day(22)).expect(error: "completed to-do 1: mine")
      .expectExactly(output: "2  [ ]  theirs\n1  [x]  mine\n")
  }

  @Test func `an amended commit is the same commit, also after undo`() throws {
    try sandbox.toDos("add", "a")
    try git("git commit -q --allow-empty -m 'Fix\n\nTodo: 1'", on: 22)
    try sandbox.run("todo", environment: day(22)).expect(error: "completed to-do 1: a")
    try sandbox.run("undo", environment: day(22)).expect(0)
    try git("git commit -q --amend --allow-empty -m 'Fix it\n\nTodo: 1' --reset-author", on: 23)
    #expect(try output("todo", on: 23) == "1  [ ]  a\n")
    // A trailer that an amend adds is a new one.
    try git("git commit -q --allow-empty -m 'Other'", on: 23)
    #expect(try output("todo", on: 23) == "1  [ ]  a\n")
    try git("git commit -q --amend --allow-empty -m 'Other\n\nTodo: 1'", on: 23)
    #expect(try output("todo", on: 23) == "1  [x]  a\n")
  }

  @Test func `a rebased commit, or one made again after a reset, is the same, also after undo`()
    throws
  {
    try sandbox.toDos("add", "a")
    try git("git switch -qc work; git commit -q --allow-empty -m 'Fix\n\nTodo: 1'", on: 22)
    try sandbox.run("todo", environment: day(22)).expect(error: "completed to-do 1: a")
    try sandbox.run("undo", environment: day(22)).expect(0)
    try git("git switch -q main; git commit -q --allow-empty -m base; git switch -q work", on: 23)
    try git("git rebase -q --empty=keep main", on: 23)
    #expect(try output("todo", on: 23) == "1  [ ]  a\n")
    try git("git reset -q --soft HEAD~1; git commit -q --allow-empty -m 'Fix\n\nTodo: 1'", on: 24)
    #expect(try output("todo", on: 24) == "1  [ ]  a\n")
  }

  @Test func `merging into a branch completes nothing, and all merged branches count`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c")
    try git(
      """
      git switch -qc todo/1-a; git commit -q --allow-empty -m work; git switch -q main
      git commit -q --allow-empty -m base; git switch -q todo/1-a
      git merge -q --no-ff -m "Merge branch 'main' into todo/1-a" main; git switch -q main
      """, on: 22)
    #expect(try output("todo", on: 22) == "1  [ ]  a\n2  [ ]  b\n3  [ ]  c\n")
    try git(
      """
      git switch -qc foo; git commit -q --allow-empty --author 'Jun <jun@example.org>' -m foo
      git switch -qc todo/2-b main; git commit -q --allow-empty -m b
      git switch -qc todo/3-c main; git commit -q --allow-empty -m c; git switch -q main
      git merge -q --no-ff -m "Merge branches 'foo' and 'todo/2-b'" foo todo/2-b
      """, on: 23)
    #expect(try output("todo", on: 23) == "1  [ ]  a\n2  [ ]  b\n3  [ ]  c\n")
    try git(
      """
      git reset -q --hard HEAD~1
      git merge -q --no-ff -m "Merge branches 'todo/2-b' and 'todo/3-c'" todo/2-b todo/3-c
      """, on: 24)
    #expect(try output("todo", on: 24) == "1  [ ]  a\n2  [x]  b\n3  [x]  c\n")
  }

  // MARK: Digests

  @Test func `a digest begins with its span and totals`() throws {
    try sandbox.run("diary", "write", "2026-11-20", "--body", "Two words. mood:: 4 #run").expect(0)
    try sandbox.run("jot", "mood:: 3").expect(0)
    try sandbox.toDos("add", "a #Run")
    try sandbox.toDos("done", "1")
    try sandbox.toDos("add", "open")
    let totals = try output("digest", "--since", "2026-11-19", "--totals")
    #expect(
      totals == """
        Nov 19, 2026 – Nov 21, 2026
          Diary entries       2
          Words               9
          Completed to-dos    1
          Open to-dos         1
          Tags                1  #run 2
          mood              3.5

        """)
    #expect(try output("digest", "--since", "2026-11-19").hasPrefix(totals))
    let markdown = try output("digest", "--since", "2026-11-19", "--totals", "-f", "markdown")
    #expect(markdown.contains("- Words: 9\n") && markdown.contains("- Tags: 1 (\\#run 2)\n"))
    let json = try sandbox.json("digest", "--since", "2026-11-19")["totals"]
    #expect(
      json?["entries"] == 2 && json?["todosDone"] == 1 && json?["numbers"]?["mood"] == .number(3.5))
    #expect(json?["tags"]?.array?.first?["tag"] == "run")
  }

  @Test func `a week of the diary is its entries`() throws {
    try sandbox.run("diary", "write", "2026-11-13", "--body", "thirteenth").expect(0)
    try sandbox.run("diary", "write", "2026-11-14", "--body", "fourteenth").expect(0)
    let week = try output("diary", "show", "last", "week")
    #expect(week.contains("thirteenth") && week.contains("fourteenth"))
    #expect(try output("diary", "2026-11") == output("diary", "show", "2026-11"))
    #expect(try output("diary", "show", "2026-11-14").contains("fourteenth"))
  }
}
