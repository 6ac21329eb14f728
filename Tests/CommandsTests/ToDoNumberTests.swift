import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The numbers of today's list, with to-dos that earlier days left open.
@Suite(.inProcess) struct ToDoNumberTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
  }

  private func day(_ day: Int) -> [String: String] {
    ["COMMITDIARY_NOW": "2026-11-\(day)T09:00:00+09:00"]
  }

  private func list(_ words: String..., on day: Int) throws -> String {
    let outcome = try sandbox.run(["todo", "list"] + words, environment: self.day(day))
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    return outcome.output
  }

  @Test func `an open to-do keeps its number on later days`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c")
    #expect(
      try sandbox.toDos("add", "--each", "new", "newer", environment: day(22)).map(\.number)
        == [4, 5])
    #expect(try sandbox.toDos("done", "2", "4", environment: day(22)).map(\.text) == ["b", "new"])
    #expect(
      try list(on: 22) == """
        5  [ ]  newer
        1  [ ]  a  from Nov 21
        3  [ ]  c  from Nov 21
        4  [x]  new
        2  [x]  b  from Nov 21

        """)
    #expect(try sandbox.toDos("undo", "1-2", environment: day(22)).map(\.text) == ["a", "b"])
    // A number is free again on a later day.
    try sandbox.toDos("done", "2", environment: day(22))
    #expect(try sandbox.toDos("add", "next", environment: day(23)).map(\.number) == [2])
    #expect(try sandbox.toDos("edit", "3", "C", environment: day(23)) == [.init(3, "C")])
    #expect(
      try sandbox.run("todo", "history", "3", environment: day(23)).output.contains("C"))
    #expect(
      try sandbox.toDos("list", "--open", environment: day(23)).map(\.number) == [2, 1, 3, 5])
    // The numbers of a day still belong to its list.
    #expect(
      try sandbox.toDos("done", "2", "--day", "2026-11-21", environment: day(23)).map(\.text)
        == ["b"])
  }

  @Test func `a number that leaves today's list is not given to another to-do`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "c")
    let next = day(22)
    let deleted = try sandbox.run("todo", "delete", "1", environment: next)
    #expect(deleted.output == "Deleted to-do 1: a\n", "\(deleted.testDescription)")
    #expect(try sandbox.toDos("add", "d", environment: next).map(\.number) == [4])
    try sandbox.toDos("move", "3", "--to", "2026-12-01", environment: next)
    #expect(try sandbox.toDos("add", "e", environment: next).map(\.number) == [5])
    for number in ["1", "3"] {
      try sandbox.run(["todo", "done", number], environment: next).expectRefusal(3)
    }
    // A to-do that is moved to today keeps the number that it has there.
    #expect(
      try sandbox.toDos("move", "2", "--to", "today", environment: next) == [
        .init(2, "b", on: "2026-11-22")
      ])
    #expect(try list(on: 22) == "2  [ ]  b\n4  [ ]  d\n5  [ ]  e\n")
  }

  @Test func `numbers that are not unique on a list name only its own to-do`() throws {
    try sandbox.toDos("add", "--each", "a", "b", "--day", "2026-11-19")
    try sandbox.toDos("add", "--each", "c", "d", "e", "--day", "2026-11-20")
    try sandbox.toDos("done", "2", "--day", "2026-11-20")
    try sandbox.toDos("add", "own", "--day", "2026-11-22")
    let next = day(22)
    let toDos = try sandbox.run("todo", "list", "--json", environment: next).json()["todos"]?.array
    let ids = Dictionary(
      (toDos ?? []).map { ($0["text"]?.string ?? "", String($0["id"]?.string?.prefix(4) ?? "")) }
    ) { first, _ in first }
    #expect(
      try list(on: 22) == """
        1     [ ]  own
        \(ids["a"] ?? "")  [ ]  a  from Nov 19
        2     [ ]  b  from Nov 19
        \(ids["c"] ?? "")  [ ]  c  from Nov 20
        3     [ ]  e  from Nov 20

        """)
    #expect(try sandbox.toDos("done", "1-3", environment: next).map(\.text) == ["own", "b", "e"])
    // Without the other, the number of a to-do of another day is still that of this list.
    try sandbox.toDos("delete", "1", environment: next)
    try sandbox.run("todo", "done", "1", environment: next).expectRefusal(3)
    let missing = try sandbox.run("todo", "done", "9", environment: next)
    missing.expectRefusal(3)
    #expect(missing.error.contains("2-3"), "\(missing.testDescription)")
    #expect(missing.error.contains(ids["a"] ?? "?"), "\(missing.testDescription)")
  }

  @Test(arguments: ["ko_KR.UTF-8", "ja_JP.UTF-8", "en_US.UTF-8"])
  func `an unknown number is refused with the names on the list`(language: String) throws {
    try sandbox.toDos("add", "--each", "a", "b", "c", "d")
    try sandbox.toDos("delete", "2")
    for words in [["done", "9"], ["edit", "9", "x"], ["history", "9"], ["done", "7-9"]] {
      let outcome = try sandbox.run(["todo"] + words, environment: ["LANG": language])
      outcome.expectRefusal(3)
      #expect(outcome.error.contains("3-4"), "\(outcome.testDescription)")
      #expect(outcome.error.split(separator: "\n").count == 2, "\(outcome.testDescription)")
    }
    try sandbox.run("todo", "done", "1", "--day", "yesterday").expectRefusal(3)
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
    #expect(outcome.output == "1  [ ]  a  from Nov 21\n2  [x]  b  from Nov 21\n")
    #expect(outcome.error.contains("completed to-do 2: b"), "\(outcome.testDescription)")
  }

  @Test func `a recurring to-do gets a number that no open to-do has`() throws {
    try sandbox.toDos("add", "--each", "a", "b")
    try sandbox.toDos("add", "water", "--every", "day")
    try sandbox.toDos("done", "3")
    #expect(try list(on: 22).hasPrefix("3  [ ]  water  every day\n1  [ ]  a  from"))
  }

  @Test func `numbers of other days are not used if nothing is carried`() throws {
    try sandbox.toDos("add", "--each", "a", "b")
    try sandbox.run("config", "set", "todo.carry", "never")
    #expect(try sandbox.toDos("add", "c", environment: day(22)).map(\.number) == [1])
    try sandbox.run("todo", "done", "2", environment: day(22)).expectRefusal(3)
  }
}
