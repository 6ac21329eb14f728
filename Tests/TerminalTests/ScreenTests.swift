import Testing

@testable import Terminal

@Suite struct ScreenTests {
  @Test(
    arguments: [
      ("a plain terminal", ["TERM": "xterm"], true, .automatic, .ansi16),
      ("256 colours", ["TERM": "xterm-256color"], true, .automatic, .ansi256),
      ("a direct terminal", ["TERM": "xterm-direct"], true, .automatic, .trueColor),
      (
        "COLORTERM=truecolor", ["TERM": "xterm", "COLORTERM": "truecolor"], true, .automatic,
        .trueColor
      ),
      ("COLORTERM=24bit", ["TERM": "xterm", "COLORTERM": "24bit"], true, .automatic, .trueColor),
      ("no TERM", [:], true, .automatic, .none),
      (
        "a dumb terminal, whatever was asked for", ["TERM": "dumb", "CLICOLOR_FORCE": "1"], true,
        .always, .none
      ),
      ("NO_COLOR", ["TERM": "xterm", "NO_COLOR": "1"], true, .automatic, .none),
      ("NO_COLOR that is empty", ["TERM": "xterm", "NO_COLOR": ""], true, .automatic, .ansi16),
      (
        "--color always beats NO_COLOR", ["TERM": "xterm", "NO_COLOR": "1"], true, .always, .ansi16
      ),
      (
        "--color never beats CLICOLOR_FORCE", ["TERM": "xterm", "CLICOLOR_FORCE": "1"], true,
        .never, .none
      ),
      ("a pipe", ["TERM": "xterm"], false, .automatic, .none),
      (
        "CLICOLOR_FORCE in a pipe", ["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"], false,
        .automatic, .ansi256
      ),
      (
        "CLICOLOR_FORCE=0 in a pipe", ["TERM": "xterm", "CLICOLOR_FORCE": "0"], false, .automatic,
        .none
      ),
      ("--color always in a pipe without TERM", [:], false, .always, .ansi16),
    ] as [(String, [String: String], Bool, ColorChoice, ColorDepth)])
  func `has the requested colors it supports`(
    example: String, environment: [String: String], isTerminal: Bool, color: ColorChoice,
    colors: ColorDepth
  ) {
    let screen = Screen(
      environment: environment, isTerminal: isTerminal, size: (100, 30), isUTF8: true,
      color: color)
    #expect(screen.colors == colors, "\(example)")
  }

  @Test(
    arguments: [
      ("40", true, 40), ("40", false, 40), (nil, true, 100), (nil, false, nil),
      ("", true, 100), ("wide", true, 100), ("0", false, nil), ("-5", true, 100),
    ] as [(String?, Bool, Int?)])
  func `takes the width from COLUMNS, else the terminal`(
    columns: String?, isTerminal: Bool, width: Int?
  ) {
    let screen = Screen(
      environment: columns.map { ["COLUMNS": $0] } ?? [:], isTerminal: isTerminal,
      size: (100, 30), isUTF8: true)
    #expect(screen.width == width)
  }

  @Test func `limits a size that no screen has`() throws {
    let pseudo = try PseudoTerminal(columns: 65_535, rows: 65_535)
    let size = try #require(Screen.terminalSize(of: pseudo.terminal.descriptor))
    #expect(size == (1000, 400))
  }

  @Test func `keeps links out of pipes and away from dumb terminals`() {
    func links(_ environment: [String: String], isTerminal: Bool) -> Bool {
      Screen(
        environment: environment, isTerminal: isTerminal, size: nil, isUTF8: true, color: .always
      ).hyperlinks
    }
    #expect(links(["TERM": "xterm"], isTerminal: true))
    #expect(!links(["TERM": "xterm"], isTerminal: false))
    #expect(!links(["TERM": "dumb"], isTerminal: true))
  }
}
