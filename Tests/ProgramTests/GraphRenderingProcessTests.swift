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

  /// A line on a terminal: the character in each column, and whether it has a background color.
  private struct ScreenLine {
    var signs: [Character] = []
    var isColored: [Bool] = []

    /// - Parameters:
    ///   - text: the line with escape sequences, as printed by tmux.
    ///   - isOn: whether there is a background color at the start of the line. It is updated for
    ///     the next line, because tmux only prints changes.
    init(_ text: Substring, _ isOn: inout Bool) {
      var rest = text
      let measure = TextMeasure()
      while let sign = rest.popFirst() {
        guard sign == "\u{1B}" else {
          for column in 0..<max(measure.width(of: String(sign)), 0) {
            signs.append(column == 0 ? sign : "\0")
            isColored.append(isOn)
          }
          continue
        }
        let parameters = rest.dropFirst().prefix { $0 != "m" }
        rest = rest.dropFirst(parameters.count + 2)
        let numbers = parameters.split { $0 == ";" || $0 == ":" }
        if numbers.isEmpty || numbers.contains("0") || numbers.contains("49") { isOn = false }
        if numbers.contains("48") { isOn = true }
      }
    }

    /// The columns in which a day is drawn.
    var cells: [Int] {
      signs.indices.filter { isColored[$0] || ".:+*#?⋅◼▀▄0123456789".contains(signs[$0]) }
    }
  }

  @Test(arguments: [20, 33, 40, 60, 80, 120, 250])
  func `no line exceeds the terminal, and weekdays line up`(
    columns: Int
  ) throws {
    try sandbox.run("config", "set", "terminal.background", "dark")
    var script = "cd \"$sandbox/clone\"\n"
    for language in YearOfCommits.languages {
      for style in YearOfCommits.styles {
        script += "LANG=\(language) \"$commitdiary\" graph --no-pager --style \(style)\necho =\n"
      }
    }
    let window = try TmuxWindow(
      script + "echo end; sleep 60", in: sandbox, columns: columns, rows: 30)
    try window.wait(for: "end")
    let shown = try window.history(withStyles: true)
    // A wrapped line is one line in this output, and several in the other.
    let whole = try window.history(withStyles: true, joined: true)
    #expect(
      shown.split(separator: "\n", omittingEmptySubsequences: false).count
        == whole.split(separator: "\n", omittingEmptySubsequences: false).count)
    let pictures = shown.split(separator: "=\n")
    try #require(
      pictures.count == YearOfCommits.languages.count * YearOfCommits.styles.count + 1, "\(shown)")
    for (index, picture) in pictures.dropLast().enumerated() {
      let style = YearOfCommits.styles[index % YearOfCommits.styles.count]
      let comment: Comment =
        "\(style) \(YearOfCommits.languages[index / YearOfCommits.styles.count]) \(columns)"
      var isOn = false
      let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)
        .map { ScreenLine($0, &isOn) }
      #expect(lines.allSatisfy { $0.signs.count <= columns }, comment)
      // An empty line follows the title, then the line with the months.
      let free = try #require(lines.firstIndex { $0.signs.allSatisfy { $0 == " " } }, comment)
      let rows = lines[(free + 2)...].prefix(style == "compact" ? 4 : 7)
      let firsts = Set(rows.map { $0.cells.first })
      #expect(firsts.count == 1 && firsts != [nil], comment)
      // The graph uses the available width.
      let width = (rows.map(\.signs.count).max() ?? 0)
      #expect(width > columns - 4 || columns > 58, comment)
    }
  }

  @Test(arguments: [(120, false, ""), (80, true, ""), (40, true, "use a wider terminal.")])
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
