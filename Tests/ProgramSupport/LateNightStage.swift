import JSON
import Platform
import Testing

/// A commit, a note, an entry and a to-do from half past two in the morning, where a day ends at four.
struct LateNightStage {
  /// Half past two on Sunday the 22nd, which still belongs to Saturday the 21st.
  static let night = ["COMMITDIARY_NOW": "2026-11-22T02:30:00+09:00"]
  let sandbox: Sandbox
  /// The note.
  let id: String

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
}
