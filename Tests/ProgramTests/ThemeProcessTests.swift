import Glibc
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The commands for themes, and the effect of a theme on the output.
@Suite struct ThemeProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = GitHubStage.now
    try sandbox.shell("git config user.email author@example.com")
  }

  /// Everything that is sent to a terminal while a command line runs.
  private func sent(_ line: String, to terminal: TmuxWindow) throws -> String {
    // There is no file yet if the terminal was just started.
    let before = (try? terminal.sent().count) ?? 0
    try terminal.run(line)
    // The file may be written later than the screen.
    let end = ContinuousClock.now + Sandbox.timeout
    while true {
      let bytes = (try? terminal.sent().dropFirst(before)) ?? []
      let sent = String(decoding: bytes, as: UTF8.self)
      if sent.contains("finished ") { return sent }
      try #require(ContinuousClock.now < end, "\(sent.debugDescription)")
      usleep(10_000)
    }
  }

  @Test func `asks a terminal for its background unless it is set`() throws {
    let question = "\u{1B}]11;?"
    let terminal = try TmuxWindow(shellIn: sandbox)
    for line in ["graph", "streak", "theme preview"] {
      #expect(
        try sent("$commitdiary \(line) --no-pager", to: terminal).contains(question), "\(line)")
    }
    for line in [
      "TERM=dumb $commitdiary graph", "NO_COLOR=1 $commitdiary graph",
      "$commitdiary graph --color always | cat", "$commitdiary graph --json | tail -3",
      "$commitdiary graph --svg - | cat",
    ] {
      #expect(try !sent(line, to: terminal).contains(question), "\(line)")
    }
    try sandbox.run("config", "set", "terminal.background", "light")
    #expect(try !sent("$commitdiary graph --no-pager", to: terminal).contains(question))
  }
}
