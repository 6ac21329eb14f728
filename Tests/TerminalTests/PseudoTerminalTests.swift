import Glibc
import Testing

@testable import Terminal

// Serialized, because a process can hold only one terminal.
@Suite(.serialized) struct PseudoTerminalTests {
  static let screen = Screen(
    environment: ["TERM": "xterm"], isTerminal: true, size: (40, 10), isUTF8: true)

  static func picker(_ count: Int = 3) -> Picker {
    Picker(
      title: "Pick", items: (0..<count).map { .init(id: $0, text: StyledText("item \($0)")) },
      hint: "hint", emptyText: "nothing")
  }

  @Test(arguments: [
    ("\u{1B}[B\r", PickerOutcome.picked(1)), ("item 2\r", .picked(2)), ("\u{3}", .interrupted),
    ("\u{1B}", .cancelled), ("\u{1B}[F\r", .picked(2)),
  ])
  func `picks by typed keys and restores the terminal`(
    typed: String, outcome: PickerOutcome
  ) throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.mode
    // In cooked mode, input that comes early would be echoed and edited.
    var raw = before
    cfmakeraw(&raw)
    tcsetattr(pseudo.terminal.descriptor, TCSANOW, &raw)
    pseudo.type(typed)
    #expect(try Self.picker().run(on: Self.screen, at: pseudo.terminal) == outcome)
    #expect(pseudo.mode.c_lflag == raw.c_lflag)

    let shown = pseudo.shown()
    #expect(shown.hasPrefix("\u{1B}[?1049h"))
    #expect(shown.hasSuffix("\u{1B}[?1049l\u{1B}[?25h"))
    #expect(shown.contains("item 0"))
  }

  @Test func `refuses a terminal that cannot move its cursor`() {
    let dumb = Screen(environment: ["TERM": "dumb"], isTerminal: true, size: nil, isUTF8: true)
    #expect(throws: TerminalError.noTerminal) { try Self.picker().run(on: dumb) }
  }

  @Test func `sets raw mode and restores it`() throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.mode
    TerminalGuard.begin(pseudo.terminal.descriptor, .init(change: { cfmakeraw(&$0) }))
    #expect(pseudo.mode.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
    TerminalGuard.end()
    #expect(pseudo.mode.c_lflag == before.c_lflag)
    #expect(pseudo.mode.c_oflag == before.c_oflag)
  }

  @Test func `restores signal handlers`() throws {
    func handler() -> Int {
      var action = sigaction()
      sigaction(SIGWINCH, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
    signal(SIGWINCH) { _ in }
    defer { signal(SIGWINCH, SIG_DFL) }
    let before = handler()
    let pseudo = try PseudoTerminal()
    TerminalGuard.begin(pseudo.terminal.descriptor, .init(change: { _ in }))
    #expect(handler() != before)
    TerminalGuard.end()
    #expect(handler() == before)

    // A descriptor that is no terminal is ignored.
    TerminalGuard.begin(-1, .init(change: { _ in }))
    #expect(handler() == before)
    TerminalGuard.end()
    #expect(handler() == before)
  }

  @Test func `asks for a line`() throws {
    let pseudo = try PseudoTerminal()
    pseudo.type("주간회고\n")
    #expect(try TerminalPrompt.ask(prompt: "\u{1B}Title: ", on: pseudo.terminal) == "주간회고")
    #expect(pseudo.shown().contains("^[Title: "))
    pseudo.type("\u{4}")
    #expect(try TerminalPrompt.ask(prompt: "Title: ", on: pseudo.terminal) == nil)
  }

  @Test func `asks for a secret without showing it`() throws {
    let pseudo = try PseudoTerminal()
    var silent = pseudo.mode
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(pseudo.terminal.descriptor, TCSANOW, &silent)
    pseudo.type("hunter2\n")
    #expect(try TerminalPrompt.askSecret(prompt: "Token: ", on: pseudo.terminal) == "hunter2")
    #expect(pseudo.shown().filter { !$0.isNewline } == "Token: ")
  }

  @Test func `refuses what is not UTF-8`() throws {
    let pseudo = try PseudoTerminal()
    let bytes: [UInt8] = [0xFF, 0x0A]
    _ = write(pseudo.master, bytes, 2)
    let terminal = pseudo.terminal.descriptor
    #expect(throws: TerminalError.notUTF8) {
      try TerminalPrompt.ask(prompt: "", on: TerminalInput(descriptor: terminal, isOwned: false))
    }
  }

  @Test func `asks for yes or no at most three times`() throws {
    let pseudo = try PseudoTerminal()
    func confirm(_ typed: String) throws -> Bool? {
      pseudo.type(typed)
      return try TerminalPrompt.confirm(
        prompt: "? ", defaultAnswer: nil, yes: ["네"], no: ["아니요"], on: pseudo.terminal)
    }
    #expect(try confirm("hm\n네\n") == true)
    #expect(try confirm("a\nb\nc\n") == nil)
    #expect(try confirm("no\n") == false)
    #expect(try confirm("\u{4}") == nil)
  }
}

@Suite struct QuestionTests {
  @Test(
    arguments: [
      ("y", nil, true), ("YES", nil, true), (" no ", nil, false), ("N", true, false),
      ("", true, true), ("", false, false), ("", nil, nil), ("maybe", true, nil),
      ("네", nil, true), ("\u{1102}\u{1166}", nil, true), ("아니요", true, false), ("はい", nil, nil),
    ] as [(String, Bool?, Bool?)])
  func `accepts the reader's words and English ones`(
    line: String, usual: Bool?, answer: Bool?
  ) {
    #expect(
      TerminalPrompt.answer(line, defaultAnswer: usual, yes: ["네", "예"], no: ["아니요"]) == answer)
  }
}
