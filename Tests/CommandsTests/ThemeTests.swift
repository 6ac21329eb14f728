import Glibc
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The commands for themes, and the effect of a theme on the output.
@Suite(.inProcess) struct ThemeTests {
  private static let trueColor = ["COLORTERM": "truecolor"]
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = GitHubStage.now
    try sandbox.shell("git config user.email author@example.com")
  }

  private func current() throws -> [String] {
    let themes = try sandbox.run("theme", "list", "--json").json()["themes"]?.array ?? []
    return themes.filter { $0["current"] == true }.compactMap { $0["name"]?.string }
  }

  @Test func `lists every theme with five shades for light and dark`() throws {
    let outcome = try sandbox.run("theme", "list", "--json")
    let document = try outcome.json()
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
    let outcome = try sandbox.run("theme", "set", "viridis")
    #expect(outcome.status == 0 && outcome.error == "Set the theme to viridis.\n")
    #expect(try current() == ["viridis"])
    #expect(try sandbox.run("theme", "set", "Viridis").error.contains("already"))
    #expect(try sandbox.run("config", "get", "graph.theme").output == "viridis\n")
    let json = try sandbox.run("theme", "set", "pink", "--json", "--quiet")
    #expect(try json.json() == ["graph.theme": "pink"])
    #expect(try current() == ["pink"])
    // The rest of the config file is kept.
    let text = "{\n  // My own.\n  \"language\": \"en\", \"graph.theme\": \"pink\"\n}\n"
    try File.writeAtomically(Array(text.utf8), to: sandbox.config)
    try sandbox.run("theme", "set", "black")
    let changed = try sandbox.text(of: sandbox.config)
    #expect(changed == text.replacing("pink", with: "black"))
  }
}
