import JSON
import Platform
import Testing

@testable import ProgramSupport

/// If a day ends at 4:00, then 2:00 belongs to the previous day in every command that shows or
/// accepts a day.
@Suite(.inProcess) struct LocalDayTests {
  private let stage: LateNightStage
  private var sandbox: Sandbox { stage.sandbox }
  private var id: String { stage.id }

  init() throws { stage = try LateNightStage() }

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
      ("diary show", ["Late entry", "1 commit · 1 note · 1 to-do"]),
      ("digest", ["Late at night", "Late note", "Late entry", "Late task"]),
      ("calendar 2026-11-21", ["Late at night", "Late note", "Late entry", "Late task"]),
      ("todo list", ["Late task"]), ("today", ["Late note", "Late entry", "Late task"]),
      ("export todotxt", ["x 2026-11-21 2026-11-21 Late task"]),
    ]
    for (line, words) in commands {
      let printed = try output(line.split(separator: " ").map(String.init))
      for word in words { #expect(printed.contains(word), "\(line): \(printed)") }
      // A timestamp has the calendar date.
      let days = printed.split(separator: "\n").filter { !$0.contains("2:30") }.joined()
      #expect(!days.contains("Nov 22") && !days.contains("2026-11-22"), "\(line): \(printed)")
    }
  }

  @Test func `every command accepts the writer's day`() throws {
    let commands: [(line: String, text: String)] = [
      ("commits --since D --until D", "Late at night"), ("notes list --since D --until D", "note"),
      ("notes search note --since D --until D", "note"),
      ("diary list --since D --until D", "entry"),
      ("digest --since D --until D", "Late at night"), ("calendar D", "Late at night"),
      ("diary show D", "entry"), ("todo list --since D --until D", "task"),
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
    let graph = try sandbox.run(["graph", "--since", "2026-11-20", "--json"]).json()
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
