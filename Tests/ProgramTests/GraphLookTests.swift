import JSON
import Platform
import Terminal
import Testing

/// How a graph looks on terminals of every kind, and where there is none.
@Suite struct GraphLookTests {
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
  func `no line is wider than the terminal, and the days of a week stand above each other`(
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

  @Test func `where ambiguous signs are wide, no line is wider than the terminal for it`() throws {
    try sandbox.run("config", "set", "terminal.ambiguousWidth", "2")
    let measure = TextMeasure(ambiguousWidth: 2)
    for columns in [20, 60, 80] {
      for style in Self.styles {
        for language in Self.languages {
          let plain = try graph(
            "--style", style,
            environment: ["LANG": language, "COLUMNS": "\(columns)", "CLICOLOR_FORCE": "1"]
          ).replacing(/\u{1B}\[[0-9;]*m/, with: "")
          for line in plain.split(separator: "\n") {
            #expect(measure.width(of: String(line)) <= columns, "\(style) \(language): \(line)")
          }
          #expect(style != "compact" || !plain.contains("▀"))
        }
      }
    }
  }

  // MARK: Colours

  @Test func `in a pipe days are digits, without colour, with a summary`() throws {
    let plain = try graph()
    #expect(!plain.contains("\u{1B}") && plain.contains(". = 0   + = 10+"), "\(plain)")
    #expect(plain.contains("Something on ") && plain.contains("The most on "), "\(plain)")
    try sandbox.run("config", "set", "graph.style", "dots")
    #expect(try graph() == plain)
    // A picture is 80 wide where nothing says how wide it may be.
    #expect(plain.split(separator: "\n").allSatisfy { $0.count <= 80 })
    try sandbox.run("config", "set", "graph.summary", "false")
    #expect(try !graph().contains("Something on "))
    #expect(try graph("--style", "ascii").contains("#"))
  }

  @Test func `colour in a pipe is for who forces it`() throws {
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

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func `a terminal without colours shows digits`(variables: [String: String]) throws {
    let outcome = try sandbox.onTerminal(
      ["graph"], environment: variables, in: sandbox.file("clone"))
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("\u{1B}[4") && !outcome.output.contains("8;5;"))
    #expect(outcome.output.contains(". = 0"), "\(outcome.testDescription)")
  }

  @Test func `without UTF-8 every style is ASCII`() throws {
    for style in Self.styles {
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

  // MARK: Which days

  @Test func `a span is what was asked for`() throws {
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
      #expect(refused.error.contains("four digits"), "\(refused.testDescription)")
    }
    #expect(try span("--year", "2024") == ["2024-01-01", "2024-12-31"])
    #expect(try span("--year", "2026") == ["2026-01-01", "2026-11-21"])
    #expect(try span("--from", "-2w", "--to", "yesterday") == ["2026-11-07", "2026-11-20"])
    #expect(try span("--from", "2026-01-01", "--to", "tomorrow") == ["2026-01-01", "2026-11-21"])
    #expect(try span("--to", "2024-02-29") == ["2023-03-01", "2024-02-29"])
  }

  @Test func `the first weekday is the reader's, unless it is set or said`() throws {
    func labels(_ words: String..., language: String = "en_US.UTF-8") throws -> Int? {
      let output = try sandbox.run(
        ["graph"] + words, environment: ["LANG": language], in: sandbox.file("clone")
      ).output.split(separator: "\n", omittingEmptySubsequences: false)
      // The row of Monday, behind the title, a free line and the months.
      return output.firstIndex { $0.hasPrefix("Mon") }.map { $0 - 3 }
    }
    #expect(try labels() == 1)
    #expect(try labels(language: "en_GB.UTF-8") == 0)
    #expect(try labels("--week-start", "sun", language: "en_GB.UTF-8") == 1)
    try sandbox.run("config", "set", "week.start", "sat")
    #expect(try labels() == 2)
    #expect(try labels("--week-start", "tue") == 6)
  }
}
