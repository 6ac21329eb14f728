import JSON
import Platform
import Terminal
import Testing

@testable import ProgramSupport

/// How a graph looks on terminals of every kind, and elsewhere.
@Suite struct GraphRenderingProcessTests {
  private let stage: YearOfCommits
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try YearOfCommits() }

  private func graph(_ words: String..., environment: [String: String] = [:]) throws -> String {
    try stage.graph(words, environment: environment)
  }

  // MARK: On a terminal

  @Test(arguments: [20, 80])
  func `no line exceeds the terminal`(columns: Int) throws {
    try sandbox.run("config", "set", "terminal.background", "dark")
    var script = "cd \"$sandbox/clone\"\n"
    for language in YearOfCommits.languages {
      for style in YearOfCommits.styles {
        script += "LANG=\(language) \"$commitdiary\" graph --no-pager --style \(style)\n"
      }
    }
    let window = try TmuxWindow(
      script + "echo end; sleep 60", in: sandbox, columns: columns, rows: 30)
    try window.wait(for: "end")
    // A wrapped line is one line in the joined output, and several in the other.
    let shown = try window.history(withStyles: true).split(separator: "\n")
    let whole = try window.history(withStyles: true, joined: true).split(separator: "\n")
    #expect(shown.count == whole.count && shown.count > 100, "\(shown)")
  }

  @Test(arguments: [(120, false, ""), (80, true, ""), (40, true, "use a wider")])
  func `without a chosen style, a year is compact where blocks do not fit`(
    columns: Int, isCompact: Bool, hint: String
  ) throws {
    try sandbox.run("config", "set", "terminal.background", "dark")
    func screen(_ words: String) throws -> String {
      let window = try TmuxWindow(
        "cd \"$sandbox/clone\"; \"$commitdiary\" graph --no-pager \(words); echo end; sleep 60",
        in: sandbox, columns: columns, rows: 40)
      return try window.wait(for: "end")
    }
    let graph = try screen("")
    #expect(graph.contains { "▀▄".contains($0) } == isCompact, "\(graph)")
    #expect(graph.contains("Showing since") == !hint.isEmpty, "\(graph)")
    #expect(hint.isEmpty || graph.contains(hint), "\(graph)")
    let blocks = try screen("--style block")
    #expect(!blocks.contains { "▀▄".contains($0) }, "\(blocks)")
    #expect(blocks.contains("--style compact") == isCompact, "\(blocks)")
    try sandbox.run("config", "set", "graph.style", "dots")
    #expect(try screen("").contains("◼"))
  }

  // MARK: Colors

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func `a terminal without colors shows digits`(variables: [String: String]) throws {
    let outcome = try sandbox.onTerminal(
      ["graph"], environment: variables, in: sandbox.file("clone"))
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("\u{1B}[4") && !outcome.output.contains("8;5;"))
    #expect(outcome.output.contains(". = 0"), "\(outcome.testDescription)")
  }
}
