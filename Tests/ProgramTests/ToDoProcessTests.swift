import JSON
import Platform
import Testing

@testable import ProgramSupport

/// To-dos from day to day: their numbers, their marks, and how they move.
@Suite struct ToDoProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
  }

  // MARK: Marks

  @Test func `deleting asks, and restoring gives the number back`() throws {
    try sandbox.toDos("add", "a", "b")
    try sandbox.run("todo", "delete", "1").expectRefusal(2)
    let refused = try sandbox.onTerminal("todo", "delete", "1", typing: "n\n")
    #expect(refused.status == 1, "\(refused.testDescription)")
    #expect(try sandbox.toDos("list").count == 2)
    let deleted = try sandbox.onTerminal("todo", "delete", "1", typing: "y\n")
    #expect(deleted.status == 0, "\(deleted.testDescription)")
    #expect(try sandbox.toDos("list") == [.init(2, "b")])
    #expect(try sandbox.toDos("list", "--deleted") == [.init(1, "a")])
    try sandbox.run("todo", "done", "1").expectRefusal(3)
    #expect(try sandbox.toDos("restore", "1") == [.init(1, "a")])
    try sandbox.run("todo", "restore", "1").expectRefusal(2)
  }
}
