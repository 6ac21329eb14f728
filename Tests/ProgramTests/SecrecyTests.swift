import JSON
import Platform
import SQLite
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

extension StressTests {
  /// Everything that the program writes, sends, opens and starts, as strace sees it, with a token
  /// that may only be sent to GitHub.
  @Suite struct SecrecyTests {
    private let sandbox: Sandbox
    private let gitHub: GitHubStandIn
    private let traces: TemporaryFolder

    init() throws {
      sandbox = try Sandbox()
      traces = try TemporaryFolder()
      var world = World.sample(repositories: 3, commitsEach: 5, token: World.token)
      world.device.interval = .milliseconds(50)
      gitHub = try GitHubStandIn(world)
      sandbox.use(gitHub)
    }

    /// A system call, as strace prints it with the files behind descriptors.
    private struct Call: CustomStringConvertible {
      var description: String

      var name: String {
        String(description.drop { $0.isNumber || $0 == " " }.prefix { $0 != "(" })
      }

      /// For example `3<TCP:[127.0.0.1:1->127.0.0.1:2]>`.
      var descriptor: String {
        String(description.drop { $0 != "(" }.dropFirst().prefix { $0 != "," })
      }
    }

    /// Runs the program under strace, and returns the calls that contain `secret`.
    private func trace(
      _ words: [String], status: Int32 = 0, holding secret: String = World.token,
      environment: [String: String] = [:], input: String = ""
    ) throws -> [Call] {
      let file = traces.file("trace")
      let result = try Child.run(
        environment.map { "\($0)=\($1)" }.reduce(into: ["env"]) { $0.append($1) } + [
          "strace", "-f", "-v", "-yy", "-s", "4096", "-o", file, "-e",
          "trace=write,writev,pwrite64,pwritev,sendto,sendmsg,sendmmsg,execve,openat",
          sandbox.program, "--verbose",
        ] + words, in: sandbox.directory, environment: sandbox.environment.adding(environment),
        input: Array(input.utf8), deadline: Sandbox.timeout)
      let outcome = Outcome(result)
      #expect(outcome.status == status, "\(words) \(outcome.testDescription)")
      #expect(!(outcome.output + outcome.error).contains(secret))
      let lines = try sandbox.text(of: file).split(separator: "\n")
      // A check that the trace is complete.
      #expect(
        lines.contains { $0.contains("execve(") } && lines.contains { $0.contains("write(2<") })
      return lines.filter { $0.contains(secret) }.map { Call(description: String($0)) }
    }

    private func isToGitHub(_ call: Call) -> Bool {
      ["sendto", "write", "writev", "sendmsg"].contains(call.name)
        && call.descriptor.hasSuffix("->127.0.0.1:\(gitHub.server.port)]>")
    }

    private func expectSentToGitHubOnly(
      _ calls: [Call], sourceLocation: SourceLocation = #_sourceLocation
    ) {
      // Without any such call, the trace has missed the token.
      #expect(!calls.isEmpty, sourceLocation: sourceLocation)
      for call in calls where !isToGitHub(call) {
        Issue.record("\(call.description.prefix(400))", sourceLocation: sourceLocation)
      }
    }

    /// Checks the journal and its log, drafts, caches and the config.
    private func expectNowhere(_ secret: String = World.token, but places: [String] = []) throws {
      let contents = try FolderContents(sandbox.path)
      #expect(contents.files.keys.contains(sandbox.journal))
      #expect(contents.files(holding: secret) == places)
    }

    /// A process with an open journal keeps its `-wal` file.
    private func withJournalOpen(_ work: () throws -> Void) throws {
      try sandbox.add("--body", "a note")
      let connection = try SQLiteFile(sandbox.journal).open()
      _ = try connection.rows("SELECT count(*) FROM account") { $0.integer(0) }
      try work()
      #expect(File.exists(sandbox.journal + "-wal"))
      withExtendedLifetime(connection) {}
    }

    @Test func `the token is sent only to GitHub and, encrypted, the keyring`() throws {
      let service = try sandbox.useKeyring()
      gitHub.change { $0.device.script = [.pending, .success] }
      try withJournalOpen {
        expectSentToGitHubOnly(try trace(["login"]))
        #expect(try service.items(with: ["account": "octocat"]).count == 1)
        expectSentToGitHubOnly(try trace(["refresh"]))
        expectSentToGitHubOnly(try trace(["status"]))
        expectSentToGitHubOnly(try trace(["status", "--json"]))
        expectSentToGitHubOnly(try trace(["doctor"]))
        expectSentToGitHubOnly(
          try trace(
            ["notes", "add", "--repo", "octocat/\(name)", "--commit", "HEAD", "--body", "b"]))
        gitHub.next(matching: "/user", times: 9, do: .unavailable())
        expectSentToGitHubOnly(try trace(["status"]))
        gitHub.forgetInterventions()
        gitHub.next(
          matching: "/", times: 99,
          do: .json(["message": "Bad credentials"], status: 401))
        expectSentToGitHubOnly(try trace(["refresh"], status: 4))
        try expectNowhere()
      }
      try expectNowhere()
    }

    private var name: String { gitHub.world.repositories[0].name }

    @Test func `a token on standard input is sent to GitHub and stored`() throws {
      try sandbox.add("--body", "a note")
      let calls = try trace(
        ["login", "--with-token", "--store", "file"], input: World.token + "\n")
      let kept = calls.filter { !isToGitHub($0) }
      #expect(kept.count == 1, "\(kept)")
      #expect(
        kept.allSatisfy {
          $0.name == "write" && $0.descriptor.contains("<\(sandbox.data)/.commitdiary-")
        }, "\(kept)")
      expectSentToGitHubOnly(calls.filter(isToGitHub))
      expectSentToGitHubOnly(try trace(["refresh"]))
      expectSentToGitHubOnly(try trace(["doctor"]))
      try expectNowhere(but: [sandbox.tokens])
    }

    @Test func `a token in the environment is not passed to child processes`() throws {
      try sandbox.add("--body", "a note")
      for name in ["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"] {
        for words in [["doctor"], ["status"], ["refresh"]] {
          let calls = try trace(words, environment: [name: World.token])
          // This call was made by the test itself.
          let first = try #require(calls.first)
          #expect(first.name == "execve" && first.description.contains(sandbox.program), "\(first)")
          expectSentToGitHubOnly(Array(calls.dropFirst()))
        }
      }
      // A check that `doctor` has started git, which could have inherited the token.
      let all = try trace(["doctor"], holding: "/git\", [", environment: ["GH_TOKEN": World.token])
      #expect(all.contains { $0.name == "execve" }, "\(all)")
      try expectNowhere()
    }

    @Test func `a printed token stays between its program and ours`() throws {
      try sandbox.add("--body", "a note")
      let program = try sandbox.makeScript("print", "cat '\(traces.file("token"))'")
      try traces.write(World.token, to: "token")
      _ = try sandbox.run("config", "set", "github.tokenCommand", program)
      var calls = try trace(["refresh"])
      let printed = try #require(calls.firstIndex { $0.name == "write" && !isToGitHub($0) })
      #expect(calls.remove(at: printed).descriptor.hasPrefix("1<pipe:"))
      expectSentToGitHubOnly(calls)
      try expectNowhere()
    }

    /// Another program with the device code could get the token while the user is in the browser.
    @Test func `the device code is sent only to GitHub`() throws {
      gitHub.change { $0.device.script = [.pending, .dropped, .success] }
      let calls = try trace(["login", "--store", "file"], holding: "device_code=")
      expectSentToGitHubOnly(calls)
      let form = gitHub.requests.compactMap { $0.form()["device_code"] }.first
      let code = try #require(form)
      #expect(try sandbox.text(of: traces.file("trace")).contains(code))
      let lines = try sandbox.text(of: traces.file("trace")).split(separator: "\n")
      for line in lines where line.contains(code) {
        #expect(isToGitHub(Call(description: String(line))), "\(line)")
      }
      try expectNowhere(code)
    }
  }
}
