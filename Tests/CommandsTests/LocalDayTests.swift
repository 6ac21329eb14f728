import JSON
import Platform
import Testing

@testable import ProgramSupport

/// One day has one meaning: where it ends at four, two in the night is the day before, in every
/// command that shows a day or is given one.
@Suite(.inProcess) struct LocalDayTests {
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

  private func output(_ words: [String]) throws -> String {
    let outcome = try sandbox.run(words.map { $0 == "ID" ? id : $0 })
    #expect(outcome.status == 0, "\(words) \(outcome.testDescription)")
    return outcome.output
  }

  @Test func `every command shows the writer's day`() throws {
    let commands: [(line: String, words: [String])] = [
      ("commits", ["Late at night"]), ("notes list", ["Late note"]),
      ("notes search note", ["Late note"]), ("search late", ["Late note", "Late entry"]),
      ("notes show ID", ["Late note", "edited Nov 21, 2026"]), ("diary list", ["Late entry"]),
      ("diary show", ["Late entry", "Late at night", "Late note", "Late task"]),
      ("digest", ["Late at night", "Late note", "Late entry", "Late task"]),
      ("calendar 2026-11-21", ["Late at night", "Late note", "Late entry", "Late task"]),
      ("todo list", ["Late task"]), ("today", ["Late note", "Late entry", "Late task"]),
      ("todo export --format todotxt", ["x 2026-11-21 2026-11-21 Late task"]),
    ]
    for (line, words) in commands {
      let said = try output(line.split(separator: " ").map(String.init))
      for word in words { #expect(said.contains(word), "\(line): \(said)") }
      // A time of the clock has the date that the calendar had.
      let days = said.split(separator: "\n").filter { !$0.contains("2:30") }.joined()
      #expect(!days.contains("Nov 22") && !days.contains("2026-11-22"), "\(line): \(said)")
    }
  }

  @Test func `every command accepts the writer's day`() throws {
    let commands: [(line: String, text: String)] = [
      ("commits --since D --until D", "Late at night"), ("notes list --since D --until D", "note"),
      ("notes search note --since D --until D", "note"),
      ("diary list --since D --until D", "entry"),
      ("digest --since D --until D", "Late at night"), ("calendar D", "Late at night"),
      ("diary show D", "entry"), ("todo list --from D --to D", "task"),
    ]
    for (line, text) in commands {
      for (day, isThere) in [("2026-11-21", true), ("2026-11-22", false)] {
        let words = line.split(separator: " ").map { $0 == "D" ? day : String($0) }
        let outcome = try sandbox.run(words)
        #expect(outcome.output.contains(text) == isThere, "\(words) \(outcome.testDescription)")
      }
    }
  }

  @Test func `counts use the writer's days`() throws {
    #expect(try output(["streak", "--json"]).contains("\"to\": \"2026-11-21\""))
    let graph = try sandbox.run(["graph", "--from", "2026-11-20", "--json"]).json()
    #expect(graph["to"] == "2026-11-21")
    #expect(graph["days"]?.array?.last?["count"] == 1)
    let days = try sandbox.run(["calendar", "2026-11", "--json"]).json()["days"]?.array ?? []
    let marked = days.filter { $0["commits"] != 0 || $0["notes"] != 0 || $0["entry"] == true }
    #expect(marked.map { $0["date"] } == ["2026-11-21"])
    #expect(marked.first?["commits"] == 1 && marked.first?["notes"] == 1)
  }

  @Test func `says when there are more commits`() throws {
    let some = try sandbox.run("commits", "--limit", "1")
    #expect(some.output.contains("Late at night") && !some.output.contains("The first commit"))
    #expect(some.error == "Showing 1; use --limit 0 to show all.\n", "\(some.testDescription)")
    for words in [["commits"], ["commits", "--limit", "2"], ["commits", "--limit", "0"]] {
      let all = try sandbox.run(words)
      #expect(all.output.contains("The first commit") && all.error == "", "\(words)")
    }
  }
}
