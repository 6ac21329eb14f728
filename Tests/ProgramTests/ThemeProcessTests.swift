import Glibc
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The themes: chosen, looked at, and seen in all that the program writes.
@Suite struct ThemeProcessTests {
  private static let trueColor = ["COLORTERM": "truecolor"]
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = GitHubStage.now
    try sandbox.shell("git config user.email author@example.com")
  }

  /// All that a terminal is sent while a line of the shell is run.
  private func sent(_ line: String, to terminal: TmuxWindow) throws -> String {
    // Nothing has been sent to a terminal that has only just begun.
    let before = (try? terminal.sent().count) ?? 0
    try terminal.run(line)
    // What is on the screen may not have come to the file yet.
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
