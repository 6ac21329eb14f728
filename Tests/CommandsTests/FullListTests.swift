import JSON
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
    let outcome = try sandbox.run(
      ["notes", "add"] + words,
      environment: Self.now.merging(["COMMITDIARY_NOW": day + "T10:00:00+09:00"]) { $1 })
    try #require(outcome.status == 0, "\(outcome.testDescription)")
  }

  @discardableResult
  private func run(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
    let outcome = try sandbox.run(words, environment: Self.now.merging(environment) { $1 })
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return outcome
  }

  /// The output without ids.
  private func lines(_ words: String..., environment: [String: String] = [:]) throws -> [String] {
    let outcome = try sandbox.run(words, environment: Self.now.merging(environment) { $1 })
    try #require(outcome.status == 0, "\(outcome.testDescription)")
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
        [group, "list", "--full"] + words, environment: Self.now.merging(korean) { $1 })
      #expect(outcome.status == 0)
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
        let json = try sandbox.run(
          [group, "list", "--full", "--json"] + words, environment: Self.now)
        #expect(text.error.contains("--limit 0") == (words == [] || words == ["--limit", "3"]))
        let beginnings = ["note", "entry", "Later", "월요일", "Monday", "금요일", "Written"]
        let titles = text.output.split(separator: "\n").filter { line in
          beginnings.contains { line.hasPrefix("  \($0)") }
        }
        return [titles.count, try json.json()[list]?.array?.count ?? -1]
      }
      let all = group == "notes" ? 28 : 27
      #expect(try count() == [20, 20])
      #expect(try count("--since", "2020-01-01") == [all, all])
      #expect(try count("--limit", "0") == [all, all])
      #expect(try count("--limit", "3") == [3, 3])
      for full in [[], ["--full"]] {
        let some = try sandbox.run([group, "list", "--limit", "3"] + full, environment: Self.now)
        #expect(some.error == "Showing 3 of \(all); use --limit 0 to show all.\n")
        let exact = try sandbox.run(
          [group, "list", "--limit", "\(all)"] + full, environment: Self.now)
        #expect(exact.error == "")
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
    let none = try run("diary", "list", "--tag", "none")
    #expect(none.output.isEmpty && none.error == "No entries found.\n", "\(none.testDescription)")
    try sandbox.run("diary", "list", "--tag", "a", "--on-this-day").expectRefusal(2)
    try sandbox.run("diary", "list", "--sort", "title").expectRefusal(2)
    try sandbox.run("diary", "list", "--sort", "title", "--json").expectRefusalAsJSON(2)
  }

  @Test func `other orders are grouped by repository or not at all`() throws {
    try sandbox.add("--title", "Alone", "--body", "x")
    let byRepository = try lines("notes", "list", "--full", "--sort", "repo")
    #expect(byRepository.first == "  facts")
    let byTitle = try lines("notes", "list", "--full", "--sort", "title")
    #expect(byTitle.first == "Alone")
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
    let both = try sandbox.run(
      line.split(separator: " ").map(String.init) + ["friday", "first"], environment: Self.now)
    #expect(both.output.contains("    that Friday\n    "), "\(both.testDescription)")
    // A subject that explains nothing is left out.
    let body = try sandbox.run(
      line.split(separator: " ").map(String.init) + ["friday"], environment: Self.now)
    #expect(!body.output.contains("The first commit"), "\(body.testDescription)")
  }
}
