import Platform
import Testing

@testable import ProgramSupport

/// The versions of a to-do.
@Suite(.inProcess) struct ToDoHistoryTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00Z"
    try sandbox.toDos("add", "call the bank")
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T10:00:00Z"
    try sandbox.toDos("edit", "1", "call", "the", "insurance")
  }

  @Test func `every text of a to-do is kept`() throws {
    let json = try sandbox.run("todo", "history", "1", "--json")
    #expect(json.output.contains("\"text\": \"call the bank\""), "\(json.testDescription)")
    #expect(json.output.contains("\"savedAt\": \"2026-11-21T10:00:00Z\""))
    let shown = try sandbox.run("todo", "history", "1")
    #expect(shown.output.contains("version 2"), "\(shown.testDescription)")
    #expect(shown.output.contains("bank") && shown.output.contains("insurance"))
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
