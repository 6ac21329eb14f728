import Testing

@testable import Terminal

@Suite struct RemarkTests {
  private static func screen(_ width: Int, isTerminal: Bool = true) -> Screen {
    var screen = Screen.plain(width: width)
    screen.isTerminal = isTerminal
    return screen
  }

  @Test(arguments: [
    ("there is no setting “day.ends”", ["there is no", "setting", "“day.ends”"]),
    ("노트를 찾을 수 없습니다", ["노트를 찾을", "수 없습니다"]),
    ("ノートはありません。", ["ノートはあり", "ません。"]),
  ])
  func `wraps messages between words on a terminal`(_ text: String, _ lines: [String]) {
    #expect(Self.screen(12).remark(StyledText(text)).map(\.plain) == lines)
    #expect(
      Self.screen(12).question(text) == lines.joined(separator: "\n") + " ")
    #expect(Self.screen(12, isTerminal: false).remark(StyledText(text)).map(\.plain) == [text])
  }

  @Test func `newlines in a value are no lines of an error`() {
    let lines = Self.screen(80).remark(StyledText("“a\nb” is not a day"))
    #expect(lines.count == 1 && !lines[0].plain.contains("\n"))
  }
}

@Suite struct StyledTextTests {
  static func screen(
    _ term: String = "xterm", color: ColorChoice = .automatic, isUTF8: Bool = true
  ) -> Screen {
    Screen(
      environment: ["TERM": term], isTerminal: true, size: (80, 24), isUTF8: isUTF8, color: color)
  }

  @Test func `sets and resets a style`() {
    let text = StyledText("7kq2", .id) + " " + StyledText("title", [.heading, .underline])
    #expect(text.render(on: Self.screen()) == "\u{1B}[35m7kq2\u{1B}[m \u{1B}[1;4mtitle\u{1B}[m")
    #expect(text.render(on: .plain()) == "7kq2 title")
  }

  @Test func `escapes escape sequences in the text`() {
    let evil = StyledText("\u{1B}]0;x\u{07}\u{9B}2J", .id, link: "http://x/\u{1B}\\\u{7}한")
    let sent = evil.render(on: Self.screen())
    #expect(
      sent == "\u{1B}]8;;http://x/%1B\\%07%ED%95%9C\u{1B}\\\u{1B}[35m^[]0;x^G<U+009B>2J\u{1B}[m"
        + "\u{1B}]8;;\u{1B}\\")
    #expect(evil.render(on: Self.screen("dumb", color: .always)) == "^[]0;x^G<U+009B>2J")
  }

  @Test func `distinguishes changes without color`() {
    let text = StyledText("was", .removed) + StyledText("is", .added)
    #expect(text.render(on: .plain()) == "[-was-]{+is+}")
    #expect(text.width(on: .plain()) == 13)
    #expect(text.width(on: Self.screen()) == 5)
    #expect(text.truncated(to: 8, on: .plain()).render(on: .plain()) == "[-was-]…")
  }

  @Test func `uses the deepest color the screen supports`() {
    var screen = Self.screen("xterm-direct")
    screen.palette = Palette(colorCodes: [.tag: ColorCodes(ansi16: "32", ansi256: "38;5;28")])
    #expect(StyledText("t", .tag).render(on: screen) == "\u{1B}[38;5;28mt\u{1B}[m")
    screen.colors = .ansi16
    #expect(StyledText("t", .tag).render(on: screen) == "\u{1B}[32mt\u{1B}[m")
  }

  @Test func `combines styles`() {
    #expect(Style.id.with(.bold) == [.id, .bold])
    #expect(Style.id.with(.match).role == .match)
    #expect(Style.id.with(.plain) == .id)
  }

  @Test(arguments: [
    (9, "주간 회고"), (8, "주간 회…"), (5, "주간…"), (4, "주…"), (1, "…"), (0, ""),
  ])
  func `truncates across spans`(columns: Int, result: String) {
    let text = StyledText("주간", .id) + " " + StyledText("회고", .tag)
    #expect(text.truncated(to: columns, on: .plain()).plain == result)
  }

  @Test func `joins lines and pads`() {
    #expect(StyledText("a\nb").padded(to: 5, on: .plain()).plain == "a↵b  ")
    #expect(StyledText("a\nb").padded(to: 5, on: .plain(unicode: false)).plain == "a^Jb ")
    #expect(StyledText("한").padded(to: 4, alignment: .trailing, on: .plain()).plain == "  한")
  }

  @Test func `joins with a separator`() {
    #expect([StyledText("a"), "b"].joined(separator: ", ").plain == "a, b")
  }
}
