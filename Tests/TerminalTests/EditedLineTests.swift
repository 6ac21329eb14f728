import Glibc
import Testing

@testable import Terminal

@Suite struct EditedLineTests {
  private static func line(_ text: String, _ keys: Key...) -> EditedLine {
    var line = EditedLine(text)
    for key in keys { _ = line.handle(key) }
    return line
  }

  private static let screen = Screen(
    environment: ["TERM": "xterm"], isTerminal: true, size: (40, 10), isUTF8: true)

  @Test func `keys insert, move and delete whole characters`() {
    #expect(Self.line("", .text("회고"), .backspace).text == "회")
    #expect(Self.line("", .text("👩‍👩‍👧e\u{301}"), .backspace, .backspace).text == "")
    #expect(Self.line("회", .left, .text("주간"), .right, .text("!")).text == "주간회!")
    #expect(Self.line("ab", .home, .delete, .end, .text("c")).text == "bc")
    #expect(Self.line("one two  ", .control("w")).text == "one ")
    #expect(Self.line("one", .control("u")).text.isEmpty)
    #expect(Self.line("one", .control("a"), .control("k"), .left, .backspace).text.isEmpty)
    #expect(Self.line("x", .up, .down, .escape, .unknown, .delete).text == "x")
  }

  @Test func `a paste is text, whatever it contains`() {
    #expect(Self.line("", .pasted("a\rb\r\nc\u{3}\0")).text == "a\nb\nc\u{3}")
  }

  @Test func `Enter and Ctrl-D enter the text, Ctrl-C interrupts it`() {
    var line = Self.line("text", .left)
    #expect(line.handle(.enter) == .entered("text"))
    #expect(line.handle(.control("d")) == .entered("text"))
    #expect(line.handle(.control("c")) == .interrupted("text"))
  }

  @Test(arguments: [1, 2, 5, 10, 20, 40, 200])
  func `the line never reaches the last column`(columns: Int) {
    for text in ["", "abc", String(repeating: "회고를 쓴다 ", count: 30), "a\u{1B}[2J\nb"] {
      var line = EditedLine(text)
      for _ in 0...text.count {
        let view = line.view(after: "오후 2:05> ", columns: columns, on: Self.screen)
        #expect(view.line.width(on: Self.screen) <= max(columns - 1, 1))
        #expect(view.cursor <= max(columns - 1, 1))
        _ = line.handle(.left)
      }
    }
  }
}

extension PseudoTerminalTests {
  @Test(arguments: [
    ("주간회고\r", LineAnswer.entered("주간회고")), ("ab\u{7F}c\r", .entered("ac")),
    ("ab\u{1B}[Dx\r", .entered("axb")), ("half\u{3}", .interrupted("half")),
    ("\u{1B}[200~one\rtwo\u{1B}[201~\r", .entered("one\ntwo")), ("end\u{4}", .entered("end")),
    // Without bracketed paste, all lines arrive at once.
    ("one\rtwo\r", .entered("one\ntwo")),
  ])
  func `reads an edited line and restores the terminal`(
    typed: String, answer: LineAnswer
  ) throws {
    let pseudo = try PseudoTerminal()
    var raw = pseudo.mode
    cfmakeraw(&raw)
    tcsetattr(pseudo.terminal.descriptor, TCSANOW, &raw)
    pseudo.type(typed)
    let editor = LineEditor(prompt: "14:05> ")
    #expect(try editor.run(on: Self.screen, at: pseudo.terminal) == answer)
    #expect(pseudo.mode.c_lflag == raw.c_lflag)
    #expect(pseudo.shown().hasSuffix("\u{1B}[?2004l\u{1B}[m\r\n"))
  }

  @Test func `continues a given text`() throws {
    let pseudo = try PseudoTerminal()
    pseudo.type(" more\r")
    let editor = LineEditor(prompt: "> ", text: "some")
    #expect(try editor.run(on: Self.screen, at: pseudo.terminal) == .entered("some more"))
    #expect(pseudo.shown().contains("some"))
  }
}
