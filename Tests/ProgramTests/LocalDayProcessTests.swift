import JSON
import Platform
import Testing

@testable import ProgramSupport

/// One day has one meaning: where it ends at four, two in the night is the day before, in every
/// command that shows a day or is given one.
@Suite struct LocalDayProcessTests {
  /// Half past two on Sunday the 22nd, which is still Saturday the 21st.
  private static let night = ["COMMITDIARY_NOW": "2026-11-22T02:30:00+09:00"]
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment = sandbox.environment.adding(Self.night)
    try sandbox.shell(
      """
      git config user.email author@example.com
      git commit -q --allow-empty -m 'Late at night'
      """,
      environment: [
        "GIT_AUTHOR_DATE": "2026-11-22T02:00:00+0900",
        "GIT_COMMITTER_DATE": "2026-11-22T02:00:00+0900",
      ])
    try sandbox.run("config", "set", "day.endsAt", "4")
    let note = try sandbox.run("notes", "add", "--title", "Late note", "--body", "why", "--json")
    id = try #require(note.json()["id"]?.string)
    let later = ["COMMITDIARY_NOW": "2026-11-22T02:31:00+09:00"]
    try sandbox.run("notes", "edit", id, "--body", "because", environment: later)
    try sandbox.run("diary", "write", "--body", "Late entry")
    try sandbox.run("todo", "add", "Late task")
    try sandbox.run("todo", "done", "1")
  }

  private let id: String

  @Test func `the commit picker shows days by the writer's time zone`() throws {
    let terminal = try TmuxWindow(
      "\"$commitdiary\" notes add --pick --body picked; exec cat", in: sandbox, columns: 60)
    let screen = try terminal.wait(for: "Late at night")
    #expect(screen.contains("Nov 21") && !screen.contains("Nov 22"), "\(screen)")
  }
}
