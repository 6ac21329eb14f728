import Glibc
import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The login in the browser, with every response of the server.
@Suite struct LoginProcessTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try sandbox.useGitHub()
  }

  private func logIn(_ words: String..., script: [StandIn.DeviceFlow.Reply]) throws -> Outcome {
    gitHub.change { $0.device.script = script }
    return try sandbox.run(["login", "--store", "file"] + words)
  }

  // MARK: On a terminal

  @Test func `opens the browser on a terminal and ignores its failure`() throws {
    let seen = sandbox.file("seen")
    let browser = try sandbox.makeScript(
      "browser", "echo noise; echo noise >&2; env > '\(seen).env'; echo \"$@\" > '\(seen)'; exit 3")
    let variables = ["BROWSER": browser, "SSL_CERT_FILE": "/nowhere"]
    gitHub.change { $0.device.script = [.success] }
    _ = try sandbox.run("login", "--store", "file", environment: variables)
    #expect(!File.exists(seen))
    let without = try sandbox.onTerminal(
      "login", "--store", "file", "--no-browser", environment: variables
    ).expect(0)
    #expect(!File.exists(seen), "\(without.testDescription)")
    try sandbox.onTerminal("login", "--store", "file", environment: variables).expect(
      0, without: "noise")
    #expect(try sandbox.awaitedText(of: seen) == "\(gitHub.webURL)/login/device\n")
  }

  @Test func `does not wait for a browser that keeps running, or end it`() throws {
    let seen = sandbox.file("seen")
    // Runs until the token is saved, and slightly longer.
    let browser = try sandbox.makeScript(
      "browser",
      "until [ -e '\(sandbox.tokens)' ] || [ ! -d '\(sandbox.path)' ]; do sleep 0.1; done; "
        + "sleep 0.5; "
        + "echo noise; echo noise >&2; echo here > '\(seen)'")
    gitHub.change { $0.device.script = [.pending, .success] }
    try sandbox.onTerminal("login", "--store", "file", environment: ["BROWSER": browser])
      .expect(0, without: "noise")
    #expect(try sandbox.awaitedText(of: seen) == "here\n")
  }

  @Test func `does not open a text browser while the code is shown`() throws {
    let seen = sandbox.file("seen")
    let browser = try sandbox.makeScript("w3m", "echo here > '\(seen)'")
    gitHub.change { $0.device.script = [.success] }
    let outcome = try sandbox.onTerminal(
      "login", "--store", "file", environment: ["BROWSER": browser]
    ).expect(0)
    #expect(!File.exists(seen), "\(outcome.testDescription)")
  }

  /// Such programs leave a process behind, which holds the text until it is pasted.
  @Test func `copies the code when a clipboard program accepts it`() throws {
    try File.makeDirectory(sandbox.file("bin"))
    let copied = sandbox.file("copied")
    _ = try sandbox.makeScript("bin/xclip", "cat > '\(copied)'; sleep 60 & exit 0")
    let path = sandbox.environment["PATH"] ?? ""
    gitHub.change { $0.device.script = [.pending] }
    let terminal = try TmuxWindow(
      "trap : INT; \"$commitdiary\" login --store file; echo \"exit $?\"; exec cat", in: sandbox,
      columns: 100, rows: 20,
      environment: [
        "DISPLAY": ":0", "PATH": "\(sandbox.file("bin")):\(path)", "BROWSER": "true",
      ])
    let screen = try terminal.wait("all of it") {
      $0.contains("The code has been copied to the clipboard.")
        && $0.contains("Waiting for the browser")
    }
    #expect(try sandbox.text(of: copied) == "WDJB-MJHT")
    // Each message is on its own line.
    let lines = screen.split(separator: "\n")
    #expect(lines.contains("The code has been copied to the clipboard."), "\(screen)")
    #expect(lines.count { $0.hasPrefix("Waiting for the browser") } == 1, "\(screen)")
    try terminal.press("C-c", until: "exit 130")
  }

  @Test func `does not open a verification page on another host`() throws {
    gitHub.next(matching: "/login/device/code") { _, usual in
      var answer = usual
      let text = String(decoding: usual.body, as: UTF8.self)
      answer.body = Array(
        text.replacing(/"verification_uri":"[^"]*"/) { _ in
          "\"verification_uri\":\"https://example.com/login/device\""
        }.utf8)
      return answer
    }
    try logIn(script: [.success]).expect(
      0, error: "Open this page: \(gitHub.webURL)/login/device\n", without: "example.com")
  }

  private func take(_ input: String, _ words: String...) throws -> Outcome {
    try sandbox.run(["login", "--with-token", "--store", "file"] + words, input: Array(input.utf8))
  }

  // MARK: The token file

  @Test func `the token file is private and replaced atomically`() throws {
    try sandbox.shell("umask 0 && mkdir -p \"$XDG_DATA_HOME\"")
    _ = try take(World.token)
    #expect(File.permissions(sandbox.tokens) == 0o600)
    #expect(File.permissions(sandbox.data) == 0o700)
    // The file is made readable for others, and a reader has it open while another account is
    // added.
    try sandbox.shell("chmod 644 '\(sandbox.tokens)' && ln '\(sandbox.tokens)' \"$sandbox/before\"")
    _ = try take(World.otherToken)
    #expect(File.permissions(sandbox.tokens) == 0o600)
    #expect(
      try JSONParser.parse(File.read(sandbox.tokens)) == [
        "github.com/octocat": .string(World.token), "github.com/hubot": .string(World.otherToken),
      ])
    // The file is replaced by a rename, so a reader of the old file still has its complete
    // contents.
    #expect(
      try JSONParser.parse(File.read(sandbox.file("before")))
        == ["github.com/octocat": .string(World.token)])
    #expect(
      try File.list(sandbox.data).filter { !$0.hasPrefix("journal.sqlite") } == ["tokens.json"])
  }

  // MARK: --from-gh

  private func gh(_ text: String) throws {
    try File.makeDirectory(sandbox.file("bin"))
    _ = try sandbox.makeScript("bin/gh", text)
    let path = sandbox.environment["PATH"] ?? ""
    sandbox.environment["PATH"] = sandbox.file("bin") + ":" + path
  }

  @Test(arguments: ["exit 1", "echo two words"])
  func `uses gh's keyring item when gh prints no token`(text: String) throws {
    try gh(text)
    let service = try sandbox.useKeyring()
    try sandbox.run("login", "--from-gh").expectRefusal(
      4, "gh has no token for github.com", "gh auth login --hostname github.com")
    try service.keepAsGitHubCLI(World.otherToken, username: "hubot")
    try service.keepAsGitHubCLI(World.token, username: "octocat")
    try service.keepAsGitHubCLI(World.token, username: "")
    try sandbox.run("login", "--from-gh").expect(0, error: "Logged in as octocat on github.com.")
    // The program's token is stored separately from that of `gh`.
    #expect(try service.items(with: ["host": "github.com", "account": "octocat"]).count == 1)
    #expect(try service.numberOfItems() == 4)
    #expect(try sandbox.standing().first?["source"] == "keyring")
    try service.lock()
    let locked = try sandbox.run("login", "--from-gh", "--store", "file")
    locked.expectFailure(4, "the keyring is locked")
  }

  @Test(arguments: [nil, SecretService.Provider.nobody, .keyringUnborn])
  func `finds no gh token without gh and a keyring`(_ provider: SecretService.Provider?) throws {
    try gh("exit 127")
    let service = try provider.map { try SecretService($0) }
    if let service { sandbox.use(service) }
    try sandbox.run("login", "--from-gh", "--store", "file").expectRefusal(
      4, "gh has no token for github.com", "gh auth login --hostname github.com")
    #expect(gitHub.requests.isEmpty)
  }
}

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
    try terminal.type("gho_half", press: "C-c")
    #expect(try !terminal.wait(for: "exit 130").contains("gho_"))
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
    try expectNothingKept()
    #expect(gitHub.requests.isEmpty)
  }

  @Test func `a typed token is not shown`() throws {
    let terminal = try terminalAsking()
    try terminal.wait(for: "Token (not shown):")
    try terminal.type(World.token, press: "Enter")
    let screen = try terminal.wait(for: "exit 0")
    #expect(screen.contains("Logged in as octocat on github.com."), "\(screen)")
    #expect(!screen.contains("gho_"), "\(screen)")
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
  }

  @Test func `with --no-input there is no token prompt`() throws {
    try sandbox.onTerminal("login", "--with-token", "--store", "file", "--no-input").expect(
      2, output: "no token on standard input")
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

/// Tokens from the environment or from a command.
@Suite struct ExternalTokenProcessTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox()
    gitHub = try sandbox.useGitHub()
  }

  // MARK: A command

  private func print(_ command: [String]) throws {
    let words = JSONValue.array(command.map(JSONValue.string)).text(.compact)
    try sandbox.run("config", "set", "github.tokenCommand", words).expect(0)
  }

  @Test(arguments: [
    (["false"], "github.tokenCommand: “false” failed"),
    (
      ["sh", "-c", "echo gho_secret; echo gho_secret >&2; exit 3"],
      "github.tokenCommand: “sh” failed"
    ),
    (
      ["sh", "-c", "echo; echo; echo 'no token here'"],
      "“sh” printed no token on its first line"
    ),
    (["sh", "-c", "yes gho_secret"], "“sh” printed too much output"),
    (["/nowhere/pass", "show"], "program “/nowhere/pass” was not found"),
  ])
  func `a token program without a token exits with 4, hiding its output`(
    command: [String], says: String
  ) throws {
    try print(command)
    try sandbox.run("refresh").expectRefusal(4, says, "config get github.tokenCommand").expect(
      without: "gho_")
    try sandbox.run("status").expectFailure(4, says)
    #expect(gitHub.requests.isEmpty)
  }

  @Test func `a signal ends a slow token program and the command`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    try print(["sh", "-c", "echo $$ > '\(sandbox.file("started"))'; exec sleep 30"])
    try sandbox.script(
      """
      "$commitdiary" graph & process=$!
      until [ -s "$sandbox/started" ]; do sleep 0.01; done
      kill -TERM $process
      wait $process
      echo $?
      ! kill -0 "$(cat "$sandbox/started")" && echo gone
      """
    ).expectExactly(output: "143\ngone\n")
  }
}
