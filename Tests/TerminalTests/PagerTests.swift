import Testing

@testable import Terminal

@Suite struct PagerTests {
  @Test(
    arguments: [
      (nil, "less"), ("more -s", "more -s"), ("", nil), ("cat", nil),
    ] as [(String?, String?)])
  func `uses PAGER, else less`(setting: String?, command: String?) {
    #expect(Pager.command(in: setting.map { ["PAGER": $0] } ?? [:]) == command)
  }

  @Test func `keeps the user's variables`() {
    #expect(Pager.environment(["LESS": "S"])["LESS"] == "S")
    #expect(Pager.environment([:])["LESS"] == "FRX")
    #expect(Pager.environment([:])["LESSCHARSET"] == "utf-8")
  }

  @Test func `is needed for lines that wrap past the end of the screen`() {
    let screen = Screen(
      environment: ["TERM": "xterm"], isTerminal: true, size: (10, 4), isUTF8: true)
    #expect(!screen.needsPager(for: ["a", "b", "c"]))
    #expect(screen.needsPager(for: ["a", "b", "c", "d"]))
    #expect(screen.needsPager(for: ["a", "가나다라마바", ""]))
    #expect(!Screen.plain(width: 10).needsPager(for: Array(repeating: "a", count: 100)))
  }
}
