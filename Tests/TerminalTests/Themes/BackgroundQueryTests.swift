import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite struct BackgroundAnswerTests {
  static func read(_ text: some Sequence<UInt8>) -> BackgroundAnswer {
    var answer = BackgroundAnswer()
    for byte in text { answer.read(byte) }
    return answer
  }

  @Test(
    arguments: [
      ("\u{1B}]11;rgb:1e1e/2f2f/ffff\u{1B}\\", 0x1E2FFF),
      ("\u{1B}]11;rgb:1e1e/2f2f/FFFF\u{7}", 0x1E2FFF),
      ("\u{1B}]11;rgb:1e/2f/ff\u{7}", 0x1E2FFF), ("\u{1B}]11;rgb:f/0/8\u{7}", 0xFF0088),
      ("\u{1B}]11;rgb:fff/000/800\u{7}", 0xFF0080),
      ("\u{1B}]11;rgba:ffff/0000/8080/7777\u{7}", 0xFF0080),
      ("typed\u{1B}[A\u{1B}]11;rgb:00/00/00\u{7}more", 0x000000),
      ("\u{1B}]10;rgb:ff/ff/ff\u{7}\u{1B}]11;rgb:00/00/01\u{7}", 0x000001),
      ("\u{1B}]10;rgb:ff/ff/ff\u{1B}\u{1B}]11;rgb:00/00/01\u{7}", 0x000001),
    ] as [(String, UInt32)])
  func `reads the color`(text: String, value: UInt32) {
    #expect(Self.read(text.utf8).color == RGB(value))
  }

  @Test(arguments: [
    "", "11;rgb:00/00/00", "\u{1B}]11;rgb:00/00\u{7}", "\u{1B}]11;rgb:00/00/00/00\u{7}",
    "\u{1B}]11;rgb:00/00/12345\u{7}", "\u{1B}]11;rgb:00//00\u{7}", "\u{1B}]11;rgb:0g/00/00\u{7}",
    "\u{1B}]11;rgb:+1/00/00\u{7}", "\u{1B}]11;?\u{7}", "\u{1B}]11;rgb:00/00/00",
    "\u{1B}]12;rgb:00/00/00\u{7}",
  ])
  func `refuses other replies`(text: String) {
    #expect(Self.read(text.utf8).color == nil)
  }

  @Test(
    arguments: [
      ("\u{1B}[?62;22c", true), ("\u{1B}[?6c", true),
      ("\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?1;2c", true),
      ("\u{1B}[c", false), ("\u{1B}[?62;22", false), ("c", false), ("\u{1B}[?25hc", false),
    ])
  func `ends at the terminal's device attributes`(text: String, isComplete: Bool) {
    #expect(Self.read(text.utf8).isComplete == isComplete)
  }

  @Test func `accepts any number of arbitrary bytes`() {
    let usual = Array("\u{1B}]11;rgb:1e1e/2f2f/3d3d\u{1B}\\\u{1B}[?62;22c".utf8)
    Fuzz.rounds(71, atLeast: 2_000) { random in
      var bytes = usual
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
        default: bytes.removeSubrange(place..<min(place + 3, bytes.count - 1))
        }
      }
      // The reply is recognized whatever comes before it.
      #expect(Self.read(bytes + [0x18, 0x07] + usual).color != nil)
    }
  }
}

@Suite struct BackgroundQueryTests {
  static func raw() throws -> PseudoTerminal {
    let pseudo = try PseudoTerminal()
    var mode = pseudo.mode
    cfmakeraw(&mode)
    tcsetattr(pseudo.terminal.descriptor, TCSANOW, &mode)
    return pseudo
  }

  static var later: ContinuousClock.Instant { .now + .seconds(30) }

  @Test(arguments: [("0000/0000/0000", Background.dark), ("ffff/ffff/ffff", .light)])
  func `reads the reply and keeps typed input`(
    color: String, background: Background
  ) throws {
    let pseudo = try Self.raw()
    pseudo.type("\u{1B}]11;rgb:\(color)\u{1B}\\\u{1B}[?62;22cls\n")
    #expect(BackgroundQuery.readAnswer(from: pseudo.terminal, until: Self.later) == background)
    #expect(try pseudo.terminal.read() == Array("ls\n".utf8))
  }

  @Test func `does not wait when the terminal does not know`() throws {
    let pseudo = try Self.raw()
    pseudo.type("\u{1B}[?62;22c")
    #expect(BackgroundQuery.readAnswer(from: pseudo.terminal, until: Self.later) == nil)
  }

  @Test func `waits no longer than the limit`() throws {
    let pseudo = try Self.raw()
    #expect(
      BackgroundQuery.answer(of: pseudo.terminal, until: .now + .milliseconds(10)) == nil)
    #expect(pseudo.shown() == "\u{1B}]11;?\u{1B}\\\u{1B}[c")
  }

  @Test func `does not ask when input is pending`() throws {
    let pseudo = try Self.raw()
    pseudo.type("ls\n")
    #expect(BackgroundQuery.answer(of: pseudo.terminal, until: Self.later) == nil)
    #expect(pseudo.shown() == "")
    #expect(try pseudo.terminal.read() == Array("ls\n".utf8))
  }

  @Test func `does not ask in the background`() throws {
    let pseudo = try Self.raw()
    #expect(BackgroundQuery.ask(pseudo.terminal, deadline: .seconds(30)) == nil)
    #expect(pseudo.shown() == "")
  }

  @Test(
    arguments: [
      ("15;0", .dark), ("0;15", .light), ("0;default;15", .light), ("12;8", .dark), ("0;7", .light),
      ("", nil), ("15;default", nil), ("0;16", nil), ("0;-1", nil),
    ] as [(String, Background?)])
  func `uses COLORFGBG`(value: String, background: Background?) {
    #expect(BackgroundQuery.hint(in: ["COLORFGBG": value]) == background)
    #expect(BackgroundQuery.hint(in: [:]) == nil)
  }
}
