import JSON
import Platform
import Testing

@testable import ProgramSupport

/// `notes list --full` and `diary list --full`: reading a span.
@Suite(.inProcess) struct FullListTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
    try note("2026-11-16", "--title", "월요일", "--body", "첫 줄\n\n둘째 줄", "--tag", "회고")
    try note("2026-11-20", "--body", "Written on Friday", "--no-commit")
    try note("2026-11-20", "--title", "Later", "--body", "that Friday", "--tag", "perf")
    for (day, text) in [("2026-11-16", "Monday\n\nSlow start"), ("2026-11-20", "금요일")] {
      try run("diary", "write", day, "--body", text, "--tag", day == "2026-11-16" ? "work" : "집")
    }
  }

  private static let now = ["COMMITDIARY_NOW": "2026-11-22T15:00:00+09:00", "TZ": "Asia/Seoul"]

  private func note(_ day: String, _ words: String...) throws {
    try sandbox.run(
      ["notes", "add"] + words,
      environment: Self.now.merging(["COMMITDIARY_NOW": day + "T10:00:00+09:00"]) { $1 }
    ).expect(0)
  }

  @discardableResult
  private func run(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
    try sandbox.run(words, environment: Self.now.merging(environment) { $1 }).expect(0)
  }

  /// The output without ids.
  private func lines(_ words: String..., environment: [String: String] = [:]) throws -> [String] {
    let outcome = try sandbox.run(words, environment: Self.now.merging(environment) { $1 })
      .expect(0)
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.contains("octocat/hello") ? "  facts" : String($0) }
  }

  @Test func `shows whole notes below the heading of their day`() throws {
    #expect(
      try lines("notes", "list", "--full") == [
        "Fri, Nov 20, 2026", "  Later", "  facts", "  The first commit", "", "  that Friday", "",
        "  Written on Friday", "  facts", "", "Mon, Nov 16, 2026", "  월요일", "  facts",
        "  The first commit", "", "  첫 줄", "", "  둘째 줄", "",
      ])
    let oldest = try lines("notes", "list", "--full", "--sort", "oldest")
    #expect(oldest.filter { $0.hasSuffix("2026") } == ["Mon, Nov 16, 2026", "Fri, Nov 20, 2026"])
  }

  @Test func `shows whole entries with their tags`() throws {
    #expect(
      try lines("diary", "list", "--full", "--sort", "oldest") == [
        "Mon, Nov 16, 2026", "  Monday", "  #work", "", "  Slow start", "", "Fri, Nov 20, 2026",
        "  금요일", "  #집", "",
      ])
    let newest = try lines("diary", "list", "--full").filter { $0.hasSuffix("2026") }
    #expect(newest == ["Fri, Nov 20, 2026", "Mon, Nov 16, 2026"])
  }

  @Test(arguments: [
    ("--since yesterday", 0), ("--since -1w", 2), ("--since last_monday --until tuesday", 1),
    ("--until 2026-11-16", 1), ("--since 2026-11-20 --until 2026-11-20", 1), ("--since 월요일", 2),
  ])
  func `reads spans in every form of days`(span: String, days: Int) throws {
    let words = span.split(separator: " ").map { String($0).replacing("_", with: " ") }
    let korean = span.contains("월") ? Locales.language("ko_KR.UTF-8") : [:]
    for group in ["notes", "diary"] {
      let outcome = try sandbox.run(
        [group, "list", "--full"] + words, environment: Self.now.merging(korean) { $1 }
      ).expect(0)
      let headings = outcome.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      #expect(headings.count == days, "\(outcome.testDescription)")
      // An empty span says so.
      #expect(outcome.error.isEmpty == (days > 0), "\(outcome.testDescription)")
    }
  }

  @Test func `a span is shown completely, anything else up to twenty`() throws {
    for number in 1...25 {
      try sandbox.add("--title", "note \(number)")
      try run("diary", "write", "2026-10-\(number < 10 ? "0" : "")\(number)", "--body", "entry")
    }
    for (group, list) in [("notes", "notes"), ("diary", "entries")] {
      func count(_ words: String...) throws -> [Int] {
        let text = try sandbox.run([group, "list", "--full"] + words, environment: Self.now)
        let json = try sandbox.json([group, "list", "--full"] + words, environment: Self.now)
        #expect(text.error.contains("--limit 0") == (words == [] || words == ["--limit", "3"]))
        let beginnings = ["note", "entry", "Later", "월요일", "Monday", "금요일", "Written"]
        let titles = text.output.split(separator: "\n").filter { line in
          beginnings.contains { line.hasPrefix("  \($0)") }
        }
        return [titles.count, json[list]?.array?.count ?? -1]
      }
      let all = group == "notes" ? 28 : 27
      #expect(try count() == [20, 20])
      #expect(try count("--since", "2020-01-01") == [all, all])
      #expect(try count("--limit", "0") == [all, all])
      #expect(try count("--limit", "3") == [3, 3])
      for full in [[], ["--full"]] {
        try sandbox.run([group, "list", "--limit", "3"] + full, environment: Self.now)
          .expectExactly(error: "Showing 3 of \(all); use --limit 0 to show all.\n")
        try sandbox.run([group, "list", "--limit", "\(all)"] + full, environment: Self.now)
          .expectExactly(error: "")
      }
    }
  }

  @Test func `filters by tag`() throws {
    #expect(
      try lines("notes", "list", "--full", "--tag", "perf").prefix(2) == [
        "Fri, Nov 20, 2026", "  Later",
      ])
    #expect(
      try lines("diary", "list", "--full", "--tag", "#WORK").prefix(2) == [
        "Mon, Nov 16, 2026", "  Monday",
      ])
    #expect(try lines("diary", "list", "--tag", "집") == ["Fri, Nov 20  금요일  #집", ""])
    let found = try lines("diary", "search", "slow", "--tag", "work")
    #expect(found == ["Mon, Nov 16  Monday  #work", "    Slow start", ""])
    try run("diary", "list", "--tag", "none").expectExactly(
      output: "", error: "No entries found.\n")
    try sandbox.run("diary", "list", "--tag", "a", "--on-this-day").expectRefusal(2)
    try sandbox.run("diary", "list", "--sort", "title").expectRefusal(2)
    try sandbox.run("diary", "list", "--sort", "title", "--json").expectRefusalAsJSON(2)
  }

  @Test func `other orders are grouped by repository or not at all`() throws {
    try sandbox.add("--title", "Alone", "--body", "x")
    #expect(try lines("notes", "list", "--full", "--sort", "repo").first == "  facts")
    #expect(try lines("notes", "list", "--full", "--sort", "title").first == "Alone")
  }

  @Test func `deleted texts are listed too`() throws {
    try run("diary", "delete", "2026-11-20", "--yes")
    let deleted = try lines("diary", "list", "--full", "--deleted")
    #expect(deleted.first == "Fri, Nov 20, 2026" && deleted.contains { $0.contains("deleted") })
    #expect(try lines("diary", "list", "--full").contains("Fri, Nov 20, 2026") == false)
  }

  // MARK: Subjects

  @Test(arguments: ["search", "notes search"])
  func `a hit in the subject of the commit is shown in its context`(line: String) throws {
    for columns in [nil, "40"] {
      let outcome = try sandbox.run(
        line.split(separator: " ").map(String.init) + ["first"],
        environment: Self.now.merging(columns.map { ["COLUMNS": $0] } ?? [:]) { $1 })
      let shown = outcome.output.split(separator: "\n").filter { $0.hasPrefix("    ") }
      #expect(shown.count == 2, "\(outcome.testDescription)")
      #expect(shown.allSatisfy { $0.hasSuffix("  The first commit") }, "\(outcome.testDescription)")
    }
    try sandbox.run(
      line.split(separator: " ").map(String.init) + ["friday", "first"], environment: Self.now
    ).expect(output: "    that Friday\n    ")
    // A subject that explains nothing is left out.
    try sandbox.run(line.split(separator: " ").map(String.init) + ["friday"], environment: Self.now)
      .expect(without: "The first commit")
  }
}

/// The filters of `search`, and everything with a tag.
@Suite(.inProcess) struct SearchFilterTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil, at: "2026-11-21T08:30:00Z", in: "UTC")
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
    let json = try sandbox.json(["search"] + words)
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
    #expect(try found("cache", "--since", "yesterday") == ["new note", "new entry", "new task"])
    #expect(try found("cache", "--until", "yesterday") == ["old note", "old entry", "old task"])
    #expect(try found("cache", "--repo", "github.com/A/old") == ["old note"])
    #expect(try found("cache", "--repo", "github.com/a/old", "--kind", "todos") == [])
    #expect(try found("cache", "--not", "old", "--not", "ent") == ["new note", "new task"])
    #expect(try found("--tag", "perf", "--since", "yesterday") == ["new entry", "new task"])
    #expect(try found("--not", "old", "--kind", "todos") == ["new task"])
    try sandbox.run("search", "--kind", "others").expectRefusal(2)
    try sandbox.run("search", "-n", "3").expectRefusal(2)
  }

  @Test func `notes search and diary search exclude words too`() throws {
    try sandbox.run("notes", "search", "cache", "--not", "old").expect(
      output: "new note", without: "old")
    try sandbox.run("diary", "search", "--not", "old").expect(output: "new entry", without: "old")
    #expect(try sandbox.run("notes", "search", "--since", "yesterday").status == 0)
  }

  @Test func `a hit shows its kind, its day and the match`() throws {
    let notes = try sandbox.run("search", "note", "--not", "old").expect(output: "Nov 21").output
    #expect(notes.hasPrefix("Notes\n"), "\(notes)")
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
    let json = try sandbox.json("tags", "list", "#Perf")
    #expect(json["tag"] == "Perf")
    #expect(json["notes"]?.array?.map { $0["title"] } == ["A note"])
    #expect(json["entries"]?.array?.map { $0["title"] } == ["new entry", "old entry"])
    #expect(json["todos"]?.array?.count == 2)
    try sandbox.run("tags", "list", "perf", "--since", "yesterday").expect(
      output: "A note", "new task", without: "old", "deleted")
    try sandbox.run("tags", "list", "nothing").expect(0).expectExactly(error: "Nothing found.\n")
  }
}
