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
    try terminal.wait(for: "GitHub’s secondary rate limit was reached; retrying in 0:01")
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
      lines.allSatisfy { $0.wholeMatch(of: /[0-2]\/3 repositories, \d+ commits?/) != nil },
      "\(outcome.error)")
  }

  @Test func `with --quiet nothing is printed`() throws {
    hold.release()
    stage.gitHub.latency = .milliseconds(60)
    try stage.sandbox.onTerminal("refresh", "--quiet").expect(0).expectExactly(output: "")
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
    #expect(screen.contains("Interrupted. The data fetched so far is saved"))
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

/// Commands that use the data of a refresh, and those that send a single request to GitHub.
@Suite struct RemoteCommandProcessTests {
  private let stage: GitHubStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws {
    stage = try GitHubStage(World.ofSeveralKinds)
    try stage.refresh()
    stage.gitHub.server.forgetRequests()
  }

  // MARK: notes add

  @Test func `picks a repository and a commit from the journal`() throws {
    let terminal = try TmuxWindow(
      "\"$commitdiary\" notes add --body picked; echo \"exit $?\"; exec cat", in: sandbox,
      columns: 80, rows: 12)
    try terminal.wait(for: "octocat/Zebra")
    try terminal.wait(for: "octocat/hello")
    try terminal.type("hel")
    try terminal.wait("only one") { !$0.contains("Zebra") && $0.contains("octocat/hello") }
    try terminal.press("Enter", until: "abcdef0")
    try terminal.press("Down", "Enter", until: "exit 0")
    let note = try sandbox.notes().first
    #expect(note?["repo"] == "github.com/octocat/hello")
    #expect(note?["commit"]?["sha"]?.string == World.twins[1])
    #expect(stage.gitHub.requests.isEmpty)
  }

  @Test func `picks a commit in the named repository`() throws {
    let terminal = try TmuxWindow(
      "\"$commitdiary\" notes add --repo octocat/hello --body picked; echo \"exit $?\"; exec cat",
      in: sandbox, columns: 40, rows: 12)
    try terminal.wait(for: "abcdef1")
    try terminal.type("abcdef1")
    try terminal.wait("the one in front") { $0.contains("? abcdef1") && $0.contains("> abcdef1") }
    try terminal.press("Enter", until: "exit 0")
    #expect(try sandbox.notes().first?["commit"]?["sha"]?.string == World.twins[1])
    // The session is not interactive, so no commit can be chosen.
    try sandbox.run("notes", "add", "--repo", "octocat/hello", "--body", "a").expectRefusal(2)
  }

  // MARK: open

  @Test func `prints a page without a browser, opens it on a terminal`() throws {
    let sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_WEB_URL"] = nil
    try sandbox.shell("git remote add origin git@github.com:octocat/hello.git")
    let sha = try sandbox.shell("git rev-parse HEAD").split(separator: "\n").joined()
    let added = try sandbox.json("notes", "add", "--body", "why")
    let id = try #require(added["id"]?.string)
    let alone = try sandbox.add("--body", "on no commit")
    let browser = try sandbox.makeScript(
      "browser", "echo \"$#\" \"$1\" >> \"\(sandbox.file("opened"))\"; echo noise; echo noise >&2")
    let page = "https://github.com/octocat/hello"
    let pages: [(words: [String], url: String)] = [
      ([], page), (["HEAD"], "\(page)/commit/\(sha)"),
      ([String(sha.prefix(8))], "\(page)/commit/\(sha)"),
      ([id], "\(page)/commit/\(sha)"), ([String(alone.prefix(6))], page), (["."], page),
      (["octocat/Zebra"], "https://github.com/octocat/Zebra"),
      (["git@github.com:octocat/other.git"], "https://github.com/octocat/other"),
    ]
    for (words, url) in pages {
      let printed = try sandbox.run(["open"] + words, environment: ["BROWSER": browser]).expect(0)
      #expect(printed.output == url + "\n", "\(printed.testDescription)")
      #expect(!File.exists(sandbox.file("opened")))
      let opened = try sandbox.onTerminal(["open"] + words, environment: ["BROWSER": browser])
        .expect(0)
      #expect(try sandbox.awaitedText(of: sandbox.file("opened")) == "1 \(url)\n")
      try sandbox.shell("rm \"$sandbox/opened\"")
      #expect(!opened.output.contains("noise"), "\(opened.testDescription)")
      #expect(try sandbox.json(["open"] + words) == ["url": .string(url)], "\(words)")
    }
    // If the browser fails, the URL is printed, and that is not an error.
    try sandbox.onTerminal("open", environment: ["BROWSER": "false"]).expect(0, output: page)
    try sandbox.run("open", environment: ["COMMITDIARY_WEB_URL": "http://127.0.0.1:8080"])
      .expectExactly(output: "http://127.0.0.1:8080/octocat/hello\n")
    for words in [["zzzz"], ["nothing"]] { try sandbox.run(["open"] + words).expectRefusal(3) }
    try sandbox.shell("git remote remove origin")
    for words in [[], ["."], ["HEAD"]] { try sandbox.run(["open"] + words).expectRefusal(2) }
  }

  @Test func `opens a browser that keeps running without ending it`() throws {
    let (leave, left) = (sandbox.file("leave"), sandbox.file("left"))
    let browser = try sandbox.makeScript(
      "browser",
      "until [ -e '\(leave)' ] || [ ! -d '\(sandbox.path)' ]; do sleep 0.1; done; "
        + "echo noise; echo noise >&2; "
        + "echo \"$1\" > '\(left)'")
    let page = "\(stage.gitHub.webURL)/octocat/hello"
    try sandbox.onTerminal("open", "octocat/hello", environment: ["BROWSER": browser]).expect(
      0, output: "Opened \(page)", without: "noise")
    #expect(!File.exists(left))
    // By now the terminal is closed.
    try sandbox.shell("touch '\(leave)'")
    #expect(try sandbox.awaitedText(of: left) == "\(page)\n")
  }

  @Test func `opens a text browser`() throws {
    let browser = try sandbox.makeScript(
      "lynx", "[ -t 0 ] && [ -t 1 ] && : < /dev/tty && read -r key && echo \"<$1> <$key>\"")
    try sandbox.onTerminal(
      "open", "octocat/hello", environment: ["BROWSER": browser], typing: "q\n"
    ).expect(0, output: "<\(stage.gitHub.webURL)/octocat/hello> <q>")
  }
}
