import Testing

@testable import ProgramSupport

/// What `undo` asks before it takes back much, or what is not of today.
@Suite struct UndoQuestionTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00") }

  @Test(arguments: [("y\n", true), ("n\n", false), ("\n", false)])
  func `asks before a change of another day`(typed: String, isUndone: Bool) throws {
    try sandbox.run("jot", "first").expect(0)
    try sandbox.run("jot", "second").expect(0)
    let later = ["COMMITDIARY_NOW": "2026-11-22T09:00:00+09:00"]
    // Without a terminal, nothing is taken back unasked.
    try sandbox.run("undo", environment: later).expectRefusal(2)
    let outcome = try sandbox.onTerminal("undo", environment: later, typing: typed)
    #expect((outcome.output + outcome.error).contains("second"), "\(outcome.testDescription)")
    #expect(outcome.status == (isUndone ? 0 : 1))
    let entry = try sandbox.run("diary", "show", "2026-11-21").output
    #expect(entry.contains("first") && entry.contains("second") == !isUndone)
  }

  @Test func `asks before more than ten texts, and names the line and the way back`() throws {
    let texts = (1...11).map { "to-do \($0)" }
    try sandbox.run(["todo", "add", "--each"] + texts).expect(0)
    try sandbox.run("undo").expectRefusal(2)
    try sandbox.run("undo", "--yes").expect(
      0, output: "Undid “todo add”: 1 to-do 1 and 10 others", error: "Run: commitdiary redo")
    try sandbox.run("redo").expect(0, error: "Run: commitdiary undo")
    try sandbox.run("jot", "a line").expect(0)
    try sandbox.run("undo").expect(0, output: "Undid “jot”: Nov 21, 2026", "a line")
    try sandbox.run("undo", "--list").expect(0, output: "a line")
  }
}
