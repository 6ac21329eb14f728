import Glibc
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
    #expect(try graph("--style", "block", environment: ["CLICOLOR_FORCE": "1"]) == forced)
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
        in: sandbox.file("clone")
      ).expect(0)
      #expect(outcome.bytes.allSatisfy { $0 < 0x80 }, "\(line)")
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
      try sandbox.run("graph", "--year", year, in: sandbox.file("clone")).expectRefusal(
        2, "four-digit year")
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

/// The SVG of a graph, read by an independent XML parser.
@Suite(.inProcess) struct GraphSVGTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC")
    try sandbox.make("a <b> & 'c'", of: .lively())
  }

  private var clone: String { sandbox.file("a <b> & 'c'") }

  @Test func `can print JSON besides writing an SVG`() throws {
    let file = sandbox.file("year.svg")
    let graph = try sandbox.graph(["--svg", file, "--quiet"], in: clone)
    #expect(graph.total ?? 0 > 0 && File.exists(file))
    try sandbox.run("graph", "--svg", "-", "--json", in: clone).expectRefusalAsJSON(2)
  }

  @Test func `reports a file that cannot be written`() throws {
    for path in ["/nonexistent/year.svg", sandbox.file("home")] {
      let outcome = try sandbox.run("graph", "--svg", path, in: clone)
      outcome.expectRefusal(outcome.status)
      #expect(outcome.status != 0 && outcome.error.contains(path), "\(outcome.testDescription)")
    }
  }
}

/// The commands for themes, and the effect of a theme on the output.
@Suite(.inProcess) struct ThemeTests {
  private static let trueColor = ["COLORTERM": "truecolor"]
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: GitHubStage.now)
    try sandbox.shell("git config user.email author@example.com")
  }

  private func current() throws -> [String] {
    let themes = try sandbox.json("theme", "list")["themes"]?.array ?? []
    return themes.filter { $0["current"] == true }.compactMap { $0["name"]?.string }
  }

  @Test func `lists every theme with five shades for light and dark`() throws {
    let document = try sandbox.json("theme", "list")
    #expect(Shape.themes.faults(in: document) == [])
    let themes = document["themes"]?.array ?? []
    #expect(themes.compactMap { $0["name"]?.string } == ThemeNames.all)
    for key in ["light", "dark"] {
      let ramps = themes.map { ($0[key]?.array ?? []).compactMap(\.string) }
      #expect(ramps.allSatisfy { $0.count == 5 && Set($0).count == 5 })
    }
    #expect(Set(themes.map { "\($0["light"] ?? nil) \($0["dark"] ?? nil)" }).count == themes.count)
    #expect(try current() == ["green"])
    let lines = try sandbox.run("theme", "list").output.split(separator: "\n")
    #expect(lines.count == ThemeNames.all.count && lines[0].hasPrefix("*"))
    // In color, each line has both strips.
    let colored = try sandbox.run("theme", "list", "--color", "always", environment: Self.trueColor)
    for line in colored.output.split(separator: "\n") {
      #expect(line.split(separator: "48;2;").count == 11, "\(line.debugDescription)")
    }
  }

  @Test func `a graph uses the chosen theme and background`() throws {
    func shownColors(_ words: String...) throws -> Set<Substring> {
      let outcome = try sandbox.run(
        ["graph", "--style", "block", "--color", "always"] + words, environment: Self.trueColor)
      return Set(outcome.output.matches(of: /48;2;[0-9;]+/).map(\.output))
    }
    let green = try shownColors()
    #expect(try shownColors("--theme", "dracula").isDisjoint(with: green))
    _ = try sandbox.run("config", "set", "terminal.background", "light")
    #expect(try shownColors().isDisjoint(with: green))
    // A theme has the same effect as a setting and as an option.
    _ = try sandbox.run("theme", "set", "dracula")
    #expect(try shownColors() == shownColors("--theme", "dracula"))
    #expect(try shownColors("--theme", "green") != shownColors())
  }

  @Test func `sets a theme`() throws {
    try sandbox.run("theme", "set", "viridis").expect(0).expectExactly(
      error: "Set the theme to viridis.\n")
    #expect(try current() == ["viridis"])
    #expect(try sandbox.run("theme", "set", "Viridis").error.contains("No changes"))
    #expect(try sandbox.run("config", "get", "graph.theme").output == "viridis\n")
    #expect(try sandbox.json("theme", "set", "pink", "--quiet") == ["graph.theme": "pink"])
    #expect(try current() == ["pink"])
    // The rest of the config file is kept.
    let text = "{\n  // My own.\n  \"language\": \"en\", \"graph.theme\": \"pink\"\n}\n"
    try File.writeAtomically(Array(text.utf8), to: sandbox.config)
    try sandbox.run("theme", "set", "black")
    #expect(try sandbox.text(of: sandbox.config) == text.replacing("pink", with: "black"))
  }
}
