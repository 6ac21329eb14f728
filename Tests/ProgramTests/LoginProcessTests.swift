import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// The login in the browser, with every answer that a server can give to it.
@Suite struct LoginProcessTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
  }

  private func logIn(_ words: String..., script: [StandIn.DeviceFlow.Reply]) throws -> Outcome {
    gitHub.change { $0.device.script = script }
    return try sandbox.run(["login", "--store", "file"] + words)
  }

  // MARK: At a terminal

  @Test func `opens the browser on a terminal and ignores its failure`() throws {
    let seen = sandbox.file("seen")
    let browser = try sandbox.makeScript(
      "browser", "echo noise; echo noise >&2; env > '\(seen).env'; echo \"$@\" > '\(seen)'; exit 3")
    let variables = ["BROWSER": browser, "SSL_CERT_FILE": "/nowhere"]
    gitHub.change { $0.device.script = [.success] }
    _ = try sandbox.run("login", "--store", "file", environment: variables)
    #expect(!File.exists(seen))
    let without = try sandbox.onTerminal(
      "login", "--store", "file", "--no-browser", environment: variables)
    #expect(without.status == 0 && !File.exists(seen), "\(without.testDescription)")
    let outcome = try sandbox.onTerminal("login", "--store", "file", environment: variables)
    #expect(outcome.status == 0 && !outcome.output.contains("noise"), "\(outcome.testDescription)")
    #expect(try sandbox.awaitedText(of: seen) == "\(gitHub.webURL)/login/device\n")
  }

  @Test func `does not wait for a browser that keeps running, or end it`() throws {
    let seen = sandbox.file("seen")
    // Until the token is kept, and for longer than that.
    let browser = try sandbox.makeScript(
      "browser",
      "until [ -e '\(sandbox.tokens)' ] || [ ! -d '\(sandbox.path)' ]; do sleep 0.1; done; "
        + "sleep 0.5; "
        + "echo noise; echo noise >&2; echo here > '\(seen)'")
    gitHub.change { $0.device.script = [.pending, .success] }
    let outcome = try sandbox.onTerminal(
      "login", "--store", "file", environment: ["BROWSER": browser])
    #expect(outcome.status == 0 && !outcome.output.contains("noise"), "\(outcome.testDescription)")
    #expect(try sandbox.awaitedText(of: seen) == "here\n")
  }

  @Test func `does not open a text browser while the code is shown`() throws {
    let seen = sandbox.file("seen")
    let browser = try sandbox.makeScript("w3m", "echo here > '\(seen)'")
    gitHub.change { $0.device.script = [.success] }
    let outcome = try sandbox.onTerminal(
      "login", "--store", "file", environment: ["BROWSER": browser])
    #expect(outcome.status == 0 && !File.exists(seen), "\(outcome.testDescription)")
  }

  /// As such programs do: a part of them stays, and holds the text for whoever pastes it.
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
    // Each on a line of its own.
    let lines = screen.split(separator: "\n")
    #expect(lines.contains("The code has been copied to the clipboard."), "\(screen)")
    #expect(lines.count { $0.hasPrefix("Waiting for the browser") } == 1, "\(screen)")
    try terminal.press("C-c")
    try terminal.wait(for: "exit 130")
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
    let outcome = try logIn(script: [.success])
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(outcome.error.contains("Open this page: \(gitHub.webURL)/login/device\n"))
    #expect(!outcome.error.contains("example.com"))
  }
}
