import Glibc
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// A login that is interrupted while it waits for the browser.
@Suite(.serialized) struct LoginInterruptTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try GitHubStandIn(World.people())
    gitHub.change { $0.device.script = [.pending] }
    sandbox.use(gitHub)
  }

  private func expectNothingKept() throws {
    #expect(!File.exists(sandbox.tokens) && !File.exists(sandbox.config))
    #expect(try sandbox.standing() == [])
  }

  @Test func `Ctrl-C during the wait restores the terminal and exits with 130`() throws {
    let terminal = try TmuxWindow(
      """
      trap : INT
      stty -a > "$sandbox/before"
      "$commitdiary" login --store file
      status=$?
      stty -a > "$sandbox/after"
      echo "exit $status"
      exec cat
      """, in: sandbox, columns: 100, rows: 20, environment: Locales.language("ko_KR.UTF-8"))
    let before = try terminal.wait("the countdown") {
      // 15 minutes, less some of the first seconds.
      $0.contains("WDJB-MJHT") && $0.contains("브라우저") && $0.contains("14:5")
    }
    #expect(before.contains("\(gitHub.webURL)/login/device"), "\(before)")
    try terminal.press("C-c")
    let screen = try terminal.wait(for: "exit 130")
    // The countdown is gone, but the code is still visible.
    #expect(!screen.contains("14:5"), "\(screen)")
    #expect(screen.contains("WDJB-MJHT"), "\(screen)")
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
    try expectNothingKept()
  }

  // MARK: At the prompt for a token

  private func terminalAsking() throws -> TmuxWindow {
    try TmuxWindow(
      """
      trap : INT
      stty -a > "$sandbox/before"
      "$commitdiary" login --with-token --store file
      status=$?
      stty -a > "$sandbox/after"
      echo "exit $status"
      exec cat
      """, in: sandbox, columns: 100, rows: 20)
  }

  @Test func `Ctrl-C at the token prompt restores the terminal and exits with 130`() throws {
    let terminal = try terminalAsking()
    try terminal.wait(for: "Token (not shown):")
    try terminal.type("gho_half")
    try terminal.press("C-c")
    let screen = try terminal.wait(for: "exit 130")
    #expect(!screen.contains("gho_"), "\(screen)")
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
    try expectNothingKept()
    #expect(gitHub.requests.isEmpty)
  }

  @Test func `a typed token is not shown`() throws {
    let terminal = try terminalAsking()
    try terminal.wait(for: "Token (not shown):")
    try terminal.type(World.token)
    try terminal.press("Enter")
    let screen = try terminal.wait(for: "exit 0")
    #expect(screen.contains("Logged in as octocat on github.com."), "\(screen)")
    #expect(!screen.contains("gho_"), "\(screen)")
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
  }

  @Test func `with --no-input there is no token prompt`() throws {
    let outcome = try sandbox.onTerminal(
      "login", "--with-token", "--store", "file", "--no-input")
    #expect(outcome.status == 2, "\(outcome.testDescription)")
    #expect(outcome.output.contains("no token on standard input"), "\(outcome.testDescription)")
  }

  // MARK: While waiting for the browser

  @Test(arguments: [
    ("while it sleeps", SIGINT), ("while it asks", SIGINT), ("slowed down", SIGINT),
    ("while it sleeps", SIGTERM),
  ])
  func `a signal during the wait exits with its status and one error`(
    state: String, signal: Int32
  ) throws {
    gitHub.change {
      switch state {
      case "while it asks": $0.device.script = [.answer(.never)]
      // Without an interval in the reply: five seconds more than before, times 1.4.
      case "slowed down": $0.device.script = [.slowDown(interval: nil)]
      default: $0.device.interval = .seconds(300)
      }
    }
    let said = sandbox.file("said")
    let line = "echo $$; exec \"$0\" login --store file --verbose 2> \"$1\""
    var child = try Child.stream(
      ["sh", "-c", line, sandbox.program, said], in: sandbox.directory,
      environment: sandbox.environment)
    let number = String(decoding: try child.next() ?? [], as: UTF8.self)
    let process = try #require(pid_t(number.prefix { $0.isNumber }))
    #expect(gitHub.server.blockUntil(requests: state == "while it sleeps" ? 1 : 2))
    if state == "slowed down" {
      let words = "GitHub asks for at least 6 seconds between checks."
      let end = ContinuousClock.now + Sandbox.timeout
      while try !sandbox.text(of: said).contains(words) {
        try #require(ContinuousClock.now < end)
        Pause.milliseconds(10)
      }
    }
    kill(process, signal)
    while try child.next() != nil {}
    #expect(try child.wait() == .exited(128 + signal))
    let lines = try sandbox.text(of: said).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("commitdiary: ") } == 1, "\(lines)")
    if state == "while it asks" { #expect(gitHub.server.blockUntil(closedByClient: 1)) }
    try expectNothingKept()
  }
}
