import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The filters of `search`, and everything with a tag.
@Suite(.inProcess) struct SearchFilterTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": "2026-11-21T08:30:00Z",
    ])
    for (day, name) in [("2026-11-18", "old"), ("2026-11-21", "new")] {
      let now = ["COMMITDIARY_NOW": "\(day)T08:30:00Z"]
      try sandbox.run(
        ["notes", "add", "--repo", "github.com/a/\(name)", "--no-commit"]
          + ["--body", "\(name) note about the cache"], environment: now)
      try sandbox.run("diary", "write", day, "--body", "\(name) entry\n\nThe cache #perf")
      try sandbox.run("todo", "add", "\(name) task for the cache", "--day", day, "--tag", "perf")
    }
    try sandbox.run("todo", "add", "a deleted task", "--tag", "perf")
    try sandbox.run("todo", "delete", "3")
  }

  private func found(_ words: String...) throws -> [String] {
    let json = try sandbox.run(["search"] + words + ["--json"]).json()
    let notes = json["notes"]?.array?.compactMap { $0["body"]?.string } ?? []
    let entries = json["entries"]?.array?.compactMap { $0["title"]?.string } ?? []
    let toDos = json["todos"]?.array?.compactMap { $0["text"]?.string } ?? []
    return (notes + entries + toDos).map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
  }

  @Test func `search takes the filters of all kinds`() throws {
    let all = ["new note", "old note", "new entry", "old entry", "new task", "old task"]
    #expect(try found("cache") == all)
    #expect(try found("cache", "--kind", "notes") == ["new note", "old note"])
    #expect(try found("cache", "--kind", "entries") == ["new entry", "old entry"])
    #expect(try found("cache", "--kind", "todos") == ["new task", "old task"])
    #expect(try found("cache", "--tag", "Perf") == Array(all[2...]))
    #expect(
      try found("cache", "--since", "yesterday") == ["new note", "new entry", "new task"])
    #expect(
      try found("cache", "--until", "yesterday") == ["old note", "old entry", "old task"])
    #expect(try found("cache", "--repo", "github.com/A/old") == ["old note"])
    #expect(try found("cache", "--repo", "github.com/a/old", "--kind", "todos") == [])
    #expect(try found("cache", "--not", "old", "--not", "ent") == ["new note", "new task"])
    #expect(try found("--tag", "perf", "--since", "yesterday") == ["new entry", "new task"])
    #expect(try found("--not", "old", "--kind", "todos") == ["new task"])
    try sandbox.run("search", "--kind", "others").expectRefusal(2)
    try sandbox.run("search", "-n", "3").expectRefusal(2)
  }

  @Test func `notes search and diary search exclude words too`() throws {
    let notes = try sandbox.run("notes", "search", "cache", "--not", "old").output
    #expect(notes.contains("new note") && !notes.contains("old"), "\(notes)")
    let entries = try sandbox.run("diary", "search", "--not", "old").output
    #expect(entries.contains("new entry") && !entries.contains("old"), "\(entries)")
    #expect(try sandbox.run("notes", "search", "--since", "yesterday").status == 0)
  }

  @Test func `a hit shows its kind, its day and the match`() throws {
    let notes = try sandbox.run("search", "note", "--not", "old").output
    #expect(notes.hasPrefix("Notes\n") && notes.contains("Nov 21"), "\(notes)")
    let all = try sandbox.run("search", "cache", "--since", "today").output
    let lines = all.split(separator: "\n").map(String.init)
    #expect(lines.contains("Diary") && lines.contains("To-dos"), "\(all)")
    #expect(lines.contains("    The cache #perf"), "\(all)")
    #expect(lines.contains { $0 == "Sat, Nov 21  new entry" }, "\(all)")
    #expect(lines.contains { $0.hasSuffix("Nov 21  [ ]  new task for the cache  #perf") }, "\(all)")
  }

  @Test func `a match is not cut off in a narrow terminal`() throws {
    let long = "A long text that goes on for some time before it comes to the needle"
    try sandbox.run("todo", "add", long)
    try sandbox.run("diary", "write", "--replace", "--body", "Title\n\n\(long)")
    let output = try sandbox.run("search", "needle", environment: ["COLUMNS": "40"]).output
    #expect(output.ranges(of: "needle").count == 2, "\(output)")
  }

  @Test func `lists everything that has a tag`() throws {
    try sandbox.run(
      "notes", "add", "--repo", "github.com/a/b", "--no-commit", "--title", "A note", "--body", "b",
      "--tag", "perf")
    let json = try sandbox.run("tags", "list", "#Perf", "--json").json()
    #expect(json["tag"] == "Perf")
    #expect(json["notes"]?.array?.map { $0["title"] } == ["A note"])
    #expect(json["entries"]?.array?.map { $0["title"] } == ["new entry", "old entry"])
    #expect(json["todos"]?.array?.count == 2)
    let lines = try sandbox.run("tags", "list", "perf", "--since", "yesterday").output
    #expect(lines.contains("A note") && lines.contains("new task"), "\(lines)")
    #expect(!lines.contains("old") && !lines.contains("deleted"), "\(lines)")
    let none = try sandbox.run("tags", "list", "nothing")
    #expect(none.status == 0 && none.error == "Nothing found.\n", "\(none.testDescription)")
  }
}
