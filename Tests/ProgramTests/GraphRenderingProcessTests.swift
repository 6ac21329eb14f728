import JSON
import Platform
import Terminal
import Testing

@testable import ProgramSupport

/// How a graph looks on terminals of every kind, and where there is none.
@Suite struct GraphRenderingProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": GitHubStage.now,
    ])
    try sandbox.make("clone", of: .lively())
  }

  private static let styles = ["block", "compact", "dots", "digits", "ascii"]
  private static let languages = ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8"]

  private func graph(_ words: String..., environment: [String: String] = [:]) throws -> String {
    let outcome = try sandbox.run(
      ["graph"] + words, environment: environment, in: sandbox.file("clone"))
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    return outcome.output
  }

  // MARK: On a terminal

  /// A line as a terminal shows it: what is in each column, and whether that has a colour behind it.
  private struct ScreenLine {
    var signs: [Character] = []
    var isColored: [Bool] = []

    /// - Parameters:
    ///   - text: with escape sequences, as tmux gives them.
    ///   - isOn: whether there is a colour behind it where it begins, and then where the next one
    ///     does: tmux says only what changes.
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
    for language in Self.languages {
      for style in Self.styles {
        script += "LANG=\(language) \"$commitdiary\" graph --no-pager --style \(style)\necho =\n"
      }
    }
    let window = try TmuxWindow(
      script + "echo end; sleep 60", in: sandbox, columns: columns, rows: 30)
    try window.wait(for: "end")
    let shown = try window.history(withStyles: true)
    // A line that had to be broken is one in this form, and several in the other.
    let whole = try window.history(withStyles: true, joined: true)
    #expect(
      shown.split(separator: "\n", omittingEmptySubsequences: false).count
        == whole.split(separator: "\n", omittingEmptySubsequences: false).count)
    let pictures = shown.split(separator: "=\n")
    try #require(pictures.count == Self.languages.count * Self.styles.count + 1, "\(shown)")
    for (index, picture) in pictures.dropLast().enumerated() {
      let style = Self.styles[index % Self.styles.count]
      let comment: Comment = "\(style) \(Self.languages[index / Self.styles.count]) \(columns)"
      var isOn = false
      let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)
        .map { ScreenLine($0, &isOn) }
      #expect(lines.allSatisfy { $0.signs.count <= columns }, comment)
      // Behind the title a free line, and behind that the months.
      let free = try #require(lines.firstIndex { $0.signs.allSatisfy { $0 == " " } }, comment)
      let rows = lines[(free + 2)...].prefix(style == "compact" ? 4 : 7)
      let firsts = Set(rows.map { $0.cells.first })
      #expect(firsts.count == 1 && firsts != [nil], comment)
      // The picture is as wide as there is room for it.
      let width = (rows.map(\.signs.count).max() ?? 0)
      #expect(width > columns - 4 || columns > 58, comment)
    }
  }

  // MARK: Colours

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func `a terminal without colors shows digits`(variables: [String: String]) throws {
    let outcome = try sandbox.onTerminal(
      ["graph"], environment: variables, in: sandbox.file("clone"))
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("\u{1B}[4") && !outcome.output.contains("8;5;"))
    #expect(outcome.output.contains(". = 0"), "\(outcome.testDescription)")
  }
}
