import JSON
import Platform
import Testing

@testable import ProgramSupport

/// To-dos over several days: their numbers, their state, and moving them.
@Suite struct ToDoProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
  }

  // MARK: State

  @Test func `deleting does not ask, and restoring gives the number back`() throws {
    try sandbox.toDos("add", "--each", "a", "b")
    let deleted = try sandbox.onTerminal("todo", "delete", "1", typing: "")
    #expect(deleted.status == 0, "\(deleted.testDescription)")
    #expect(try sandbox.toDos("list") == [.init(2, "b")])
    #expect(try sandbox.toDos("list", "--deleted") == [.init(1, "a")])
    try sandbox.run("todo", "done", "1").expectRefusal(3)
    #expect(try sandbox.toDos("restore", "1") == [.init(1, "a")])
    try sandbox.run("todo", "restore", "1").expectRefusal(2)
  }
}
