import Testing

@testable import Terminal

@Suite struct ScreenTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var environment: [String: String]
    var isTerminal = true
    var color = ColorChoice.automatic
    var colors: ColorDepth
  }

  @Test(arguments: [
    Example(
      testDescription: "a plain terminal", environment: ["TERM": "xterm"], colors: .ansi16),
    Example(
      testDescription: "256 colours", environment: ["TERM": "xterm-256color"], colors: .ansi256),
    Example(
      testDescription: "a direct terminal", environment: ["TERM": "xterm-direct"],
      colors: .trueColor),
    Example(
      testDescription: "COLORTERM=truecolor",
      environment: ["TERM": "xterm", "COLORTERM": "truecolor"], colors: .trueColor),
    Example(
      testDescription: "COLORTERM=24bit", environment: ["TERM": "xterm", "COLORTERM": "24bit"],
      colors: .trueColor),
    Example(testDescription: "no TERM", environment: [:], colors: .none),
    Example(
      testDescription: "a dumb terminal, whatever was asked for",
      environment: ["TERM": "dumb", "CLICOLOR_FORCE": "1"], color: .always, colors: .none),
    Example(
      testDescription: "NO_COLOR", environment: ["TERM": "xterm", "NO_COLOR": "1"], colors: .none),
    Example(
      testDescription: "NO_COLOR that is empty", environment: ["TERM": "xterm", "NO_COLOR": ""],
      colors: .ansi16),
    Example(
      testDescription: "--color always beats NO_COLOR",
      environment: ["TERM": "xterm", "NO_COLOR": "1"], color: .always, colors: .ansi16),
    Example(
      testDescription: "--color never beats CLICOLOR_FORCE",
      environment: ["TERM": "xterm", "CLICOLOR_FORCE": "1"], color: .never, colors: .none),
    Example(
      testDescription: "a pipe", environment: ["TERM": "xterm"], isTerminal: false, colors: .none),
    Example(
      testDescription: "CLICOLOR_FORCE in a pipe",
      environment: ["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"], isTerminal: false,
      colors: .ansi256),
    Example(
      testDescription: "CLICOLOR_FORCE=0 in a pipe",
      environment: ["TERM": "xterm", "CLICOLOR_FORCE": "0"], isTerminal: false, colors: .none),
    Example(
      testDescription: "--color always in a pipe without TERM", environment: [:],
      isTerminal: false, color: .always, colors: .ansi16),
  ])
  func `has the requested colors it supports`(_ example: Example) {
    let screen = Screen(
      environment: example.environment, isTerminal: example.isTerminal, size: (100, 30),
      isUTF8: true, color: example.color)
    #expect(screen.colors == example.colors)
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
