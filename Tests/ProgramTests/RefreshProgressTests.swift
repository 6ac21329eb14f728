import Glibc
import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// The output during a refresh, and the effect of Ctrl-C.
@Suite struct RefreshProgressTests {
  private static let world = World(
    .octocats("first", 1, commits: 3, by: "octocat"),
    .octocats("second", 2, commits: 230, daysAgo: 2, by: "octocat"),
    .octocats("third", 3, commits: 3, daysAgo: 70, by: "octocat"))

  private let stage: GitHubStage
  private let hold = Hold()

  /// The second page of the second repository is held back until the test releases it.
  init() throws {
    stage = try GitHubStage(Self.world)
    stage.gitHub.next(matching: "/repositories/2/", after: 1) { [hold] in hold($0, $1) }
  }

  @Test(arguments: [(40, "en_US.UTF-8"), (80, "en_US.UTF-8"), (40, "ko_KR.UTF-8"), (40, "C")])
  func `on a terminal a progress bar grows and is removed at the end`(
    columns: Int, locale: String
  ) throws {
    let terminal = try TmuxWindow(
      "echo before; \"$commitdiary\" refresh; echo \"exit $?\"; exec cat", in: stage.sandbox,
      columns: columns, environment: Locales.language(locale))
    defer { hold.release() }
    let full: Character = locale == "C" ? "#" : "█"
    let empty: Character = locale == "C" ? "." : "░"
    let shown = try terminal.wait("two of three") { screen in
      screen.count { $0 == full } == 13 && screen.count { $0 == empty } >= 7
    }
    let lines = shown.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && lines[0] == "before", "\(shown)")
    #expect(lines[1].contains("2") && lines[1].contains("3"), "\(shown)")
    hold.release()
    let after = try terminal.wait(for: "exit 0")
    let history = try terminal.history()
    #expect(!history.contains(full) && !history.contains("░"), "\(history)")
    #expect(after.hasPrefix("before\n"), "\(after)")
    #expect(after.contains("236"), "\(after)")
  }

  @Test func `counts down a wait on a terminal, with its reason`() throws {
    hold.release()
    stage.gitHub.next(matching: "/repositories/1/", do: .secondaryLimit(.seconds(2)))
    let terminal = try TmuxWindow(
      "\"$commitdiary\" refresh; echo \"exit $?\"; exec cat", in: stage.sandbox, columns: 80)
    try terminal.wait(for: "GitHub’s secondary rate limit is reached; retrying in 0:01")
    try terminal.wait(for: "exit 0")
    #expect(try !terminal.history().contains("retrying in"))
  }

  @Test func `without a terminal prints a line every few seconds`() async throws {
    let running = stage.sandbox.startAside("refresh")
    // Polls without suspending, because other tests might keep this thread for too long.
    while stage.gitHub.requests.isEmpty { usleep(10_000) }
    usleep(7_000_000)
    hold.release()
    let run = try await running.value
    let outcome = run.outcome
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let lines = outcome.error.split(separator: "\n")
    #expect(
      !lines.isEmpty && lines.count <= Int(run.time / .seconds(5)), "\(outcome.testDescription)")
    #expect(
      lines.allSatisfy { $0.wholeMatch(of: /[0-2] of 3 repositories, \d+ commits?/) != nil },
      "\(outcome.error)")
  }

  @Test func `with --quiet nothing is printed`() throws {
    hold.release()
    stage.gitHub.latency = .milliseconds(60)
    let outcome = try stage.sandbox.onTerminal("refresh", "--quiet")
    #expect(outcome.status == 0 && outcome.output == "", "\(outcome.testDescription)")
  }

  @Test(arguments: ["refresh", "refresh --quiet"])
  func `Ctrl-C ends the refresh and keeps what was fetched`(line: String) throws {
    defer { hold.release() }
    let terminal = try TmuxWindow(
      // The shell ignores Ctrl-C.
      "trap : INT; \"$commitdiary\" \(line); echo \"exit $?\"; exec cat", in: stage.sandbox,
      columns: 80)
    #expect(stage.gitHub.server.blockUntil(requests: 7))
    // Waits until the journal has what was fetched, which is when two repositories are done.
    try waitUntilKept()
    try terminal.press("C-c")
    let screen = try terminal.wait(for: "exit 130")
    #expect(screen.contains("Interrupted. What was fetched is saved"))
    #expect(try !terminal.history().contains("█"), "\(screen)")
    #expect(try stage.sandbox.integrity() == ["ok"])
    stage.gitHub.server.forgetRequests()
    try stage.refresh()
    #expect(try stage.commits(of: "octocat/second") == Self.world.ids(of: "octocat/second"))
    // The first page is requested with its ETag, and saved pages are not requested again. A request that is
    // not answered in time is repeated.
    #expect(Set(stage.gitHub.requests(to: "/repositories/2/").map(\.target)).count == 3)
    #expect(stage.gitHub.requests(to: "/repositories/1/").isEmpty)
  }

  private func waitUntilKept() throws {
    let deadline = ContinuousClock.now + Sandbox.timeout
    while ContinuousClock.now < deadline {
      let kept = try ["first", "third"].allSatisfy {
        try stage.commits(of: "octocat/\($0)").count == 3
      }
      if kept { return }
    }
  }
}
