import Foundation
import JSON
import Testing

@testable import ProgramSupport

/// What other programs read: the keys, the forms and the bytes of every document.
@Suite struct JSONContractProcessTests {
  private static let now = ["COMMITDIARY_NOW": "2026-11-21T08:30:00+09:00"]
  private static let later = ["COMMITDIARY_NOW": "2026-11-22T00:15:30.250Z"]

  private let sandbox: Sandbox
  /// A note on a commit that has an address.
  private let id: String

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell("git remote add origin git@github.com:octocat/hello.git")
    try sandbox.shell("git config user.email author@example.com")
    let added = try sandbox.run(
      "notes", "add", "--title", "회고", "--body", "주간회고를 썼다", "--tag", "회고 노트", "--json",
      environment: Self.now)
    id = try #require(added.json()["id"]?.string)
    try sandbox.run(
      Sandbox.anywhere + ["--body", "on no commit, found by 회고"], environment: Self.now)
    for (day, text) in [("today", "월말\n\n월말회고를 썼다"), ("-1y", "작년"), ("-2d", "지운 날")] {
      try sandbox.run("diary", "write", day, "--body", text, environment: Self.now)
    }
    try sandbox.run("diary", "delete", "-2d", "--yes", environment: Self.now)
    try sandbox.run(
      "todo", "add", "할 일 하나", "말", "할 일 둘", "지운 것", environment: Self.now)
    try sandbox.run("todo", "delete", "4", "--yes", environment: Self.now)
  }

  private func document(
    _ words: [String], _ shape: Shape, environment: [String: String] = now,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let outcome = try sandbox.run(words + ["--json"], environment: environment)
    let comment: Comment = "\(words) \(outcome.testDescription)"
    #expect(outcome.status == 0, comment, sourceLocation: sourceLocation)
    #expect(outcome.error == "", comment, sourceLocation: sourceLocation)
    // Stricter than our own reader, which takes JSON5.
    #expect(throws: Never.self, comment, sourceLocation: sourceLocation) {
      try JSONSerialization.jsonObject(with: Data(outcome.bytes))
    }
    let value = try outcome.json()
    #expect(shape.faults(in: value) == [], comment, sourceLocation: sourceLocation)
    return value
  }

  @Test func `a JSON document is the same on a terminal and in a pipe`()
    throws
  {
    let plain = try sandbox.run("notes", "list", "--json").output
    let changes = [["COLUMNS": "20"], ["CLICOLOR_FORCE": "1"], ["PAGER": "false"]]
    for change in changes {
      #expect(try sandbox.run("notes", "list", "--json", environment: change).output == plain)
    }
    #expect(try sandbox.run("notes", "list", "--json", "--color", "always").output == plain)
    let terminal = try sandbox.onTerminal("notes", "list", "--json").output
    #expect(terminal.replacing("\r\n", with: "\n") == plain)
  }
}
