import JSON
import Platform
import Terminal
import Testing

@testable import ProgramSupport

/// How a graph looks on terminals of every kind, and elsewhere.
@Suite(.inProcess) struct GraphRenderingTests {
  private let stage: YearOfCommits
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try YearOfCommits() }

  private func graph(_ words: String..., environment: [String: String] = [:]) throws -> String {
    try stage.graph(words, environment: environment)
  }

  // MARK: On a terminal

  // MARK: Colors

  @Test func `in a pipe prints digits without color and a summary`() throws {
    let plain = try graph()
    #expect(!plain.contains("\u{1B}") && plain.contains(". = 0   + = 10+"), "\(plain)")
    #expect(plain.contains("Active on ") && plain.contains("Busiest day: "), "\(plain)")
    try sandbox.run("config", "set", "graph.style", "dots")
    #expect(try graph() == plain)
    // Without a known width, the graph is 80 columns wide.
    #expect(plain.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try graph("--style", "ascii").contains("#"))
  }

  @Test func `--color always colors a pipe`() throws {
    let forced = try graph("--color", "always", "--style", "block")
    #expect(forced.contains("\u{1B}[48;5;"))
    #expect(
      try graph("--style", "block", environment: ["CLICOLOR_FORCE": "1"]) == forced)
    let trueColor = try graph(
      "--color", "always", "--style", "block", environment: ["COLORTERM": "truecolor"])
    #expect(trueColor.contains("\u{1B}[48;2;"))
    let sixteen = try graph("--color", "always", "--style", "block", environment: ["TERM": "linux"])
    #expect(sixteen.contains("\u{1B}[") && !sixteen.contains("8;5;") && !sixteen.contains("8;2;"))
    #expect(try !graph("--style", "block", environment: ["NO_COLOR": "1"]).contains("\u{1B}"))
    #expect(try !graph("--color", "never", environment: ["CLICOLOR_FORCE": "1"]).contains("\u{1B}"))
  }

  @Test func `without UTF-8 every style is ASCII`() throws {
    for style in YearOfCommits.styles {
      for environment in [["LANG": "C"], ["LANG": "C", "CLICOLOR_FORCE": "1"]] {
        let output = try graph("--style", style, environment: environment)
        #expect(output.utf8.allSatisfy { $0 < 0x80 }, "\(output)")
        #expect(output.split(separator: "\n").count > 6)
      }
    }
    let words = ["streak --explain", "theme list", "theme preview"]
    for line in words {
      let outcome = try sandbox.run(
        line.split(separator: " ").map(String.init), environment: ["LANG": "C"],
        in: sandbox.file("clone"))
      #expect(outcome.status == 0 && outcome.bytes.allSatisfy { $0 < 0x80 }, "\(line)")
    }
  }

  // MARK: Spans

  @Test func `shows the requested span`() throws {
    func span(_ words: String...) throws -> [String?] {
      let graph = try sandbox.graph(words, in: sandbox.file("clone"))
      return ["from", "to"].map { graph.json[$0]?.string }
    }
    #expect(try span() == ["2025-11-16", "2026-11-21"])
    #expect(try span("--week-start", "mon") == ["2025-11-17", "2026-11-21"])
    #expect(try span("--weeks", "1") == ["2026-11-15", "2026-11-21"])
    #expect(try span("--weeks", "1", "--week-start", "sat") == ["2026-11-21", "2026-11-21"])
    #expect(try span("--year", "2025") == ["2025-01-01", "2025-12-31"])
    for year in ["26", "0026", "1969", "02026", "year"] {
      let refused = try sandbox.run("graph", "--year", year, in: sandbox.file("clone"))
      refused.expectRefusal(2)
      #expect(refused.error.contains("four-digit year"), "\(refused.testDescription)")
    }
    #expect(try span("--year", "2024") == ["2024-01-01", "2024-12-31"])
    #expect(try span("--year", "2026") == ["2026-01-01", "2026-11-21"])
    #expect(try span("--since", "-2w", "--until", "yesterday") == ["2026-11-07", "2026-11-20"])
    #expect(
      try span("--since", "2026-01-01", "--until", "tomorrow") == ["2026-01-01", "2026-11-21"])
    #expect(try span("--until", "2024-02-29") == ["2023-03-01", "2024-02-29"])
  }

  @Test func `uses the reader's first weekday unless set`() throws {
    func labels(_ words: String..., language: String = "en_US.UTF-8") throws -> Int? {
      let output = try sandbox.run(
        ["graph"] + words, environment: ["LANG": language], in: sandbox.file("clone")
      ).output.split(separator: "\n", omittingEmptySubsequences: false)
      // The row of Monday, without the title, the empty line and the months.
      return output.firstIndex { $0.hasPrefix("Mon") }.map { $0 - 3 }
    }
    #expect(try labels() == 1)
    #expect(try labels(language: "en_GB.UTF-8") == 0)
    #expect(try labels("--week-start", "sun", language: "en_GB.UTF-8") == 1)
    try sandbox.run("config", "set", "week.start", "토요일")
    #expect(try sandbox.run("config", "get", "week.start").output == "sat\n")
    #expect(try labels() == 2)
    #expect(try labels("--week-start", "tue") == 6)
  }
}
