import JSON
import Platform
import SQLite
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The output of `streak`, and how little work the short form does.
@Suite struct StreakProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": GitHubStage.now,
    ])
  }

  @discardableResult
  private func streak(
    _ words: String..., environment: [String: String] = [:], in folder: String = "clone"
  ) throws -> Outcome {
    let outcome = try sandbox.run(
      ["streak"] + words, environment: environment, in: sandbox.file(folder))
    #expect(outcome.status == 0, "\(words) \(outcome.testDescription)")
    return outcome
  }

  // MARK: In a prompt

  @Test func `streak in a prompt does not wait for the disk`() throws {
    try sandbox.make("clone", of: .daily(12))
    try sandbox.run("notes", "add", "--body", "makes the journal", in: sandbox.file("clone"))
    // Runs that read the history within the 90 milliseconds that a prompt has.
    var complete = 0
    for _ in 1...50 where complete < 2 {
      try sandbox.shell("cd \"$sandbox/clone\" && git commit -q --allow-empty -m more")
      let file = sandbox.file("syncs")
      let result = try Child.run(
        [
          "strace", "-f", "-o", file, "-e",
          "trace=fsync,fdatasync,sync_file_range,sync,syncfs,msync", sandbox.program, "streak",
          "--short",
        ], in: sandbox.file("clone"), environment: sandbox.environment)
      #expect(result.status == .exited(0), "\(result.errorOutput)")
      if !result.output.isEmpty { complete += 1 }
      let calls = String(decoding: try File.read(file), as: UTF8.self)
      #expect(!calls.contains("sync"), "\(calls)")
    }
    // The next run has nothing to read from git.
    let kept = try Connection(path: sandbox.journal, mode: .readWrite, closing: .leaveLog)
    #expect(try kept.first("SELECT count(*) FROM clone_history") { $0.int(0) } == 1)
  }

  /// Runs the program under strace, and returns the calls that start a program or open a
  /// connection.
  private func reaches(_ words: [String], in sandbox: Sandbox, folder: String) throws -> [String] {
    let file = sandbox.file("trace")
    let outcome = Outcome(
      try Child.run(
        [
          "strace", "-f", "-o", file, "-e", "trace=execve,socket,connect,fork,vfork",
          sandbox.program, "streak", "--short",
        ] + words, in: sandbox.file(folder), environment: sandbox.environment,
        deadline: Sandbox.timeout))
    #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome.testDescription)")
    let lines = try sandbox.text(of: file).split(separator: "\n").map(String.init)
    #expect(lines.first?.contains("execve(") == true)
    return lines.dropFirst().filter { !$0.contains("+++") && !$0.contains("---") }
  }

  @Test func `streak in a prompt starts no program while no branch has moved`() throws {
    try sandbox.make("clone", of: .lively())
    try sandbox.run("config", "set", "streak.excluded", "sun,mon,tue,wed,thu,fri,sat")
    try streak()
    #expect(try reaches([], in: sandbox, folder: "clone") == [])
    #expect(
      try reaches(["--local", sandbox.file("clone")], in: sandbox, folder: "home") == [])
  }

  @Test func `streak in a prompt uses neither network nor keyring`() throws {
    let stage = try GraphStage()
    let service = try SecretService()
    stage.sandbox.use(service)
    try stage.sandbox.logIn()
    _ = try stage.graph()
    stage.gitHub.server.forgetRequests()
    #expect(try reaches([], in: stage.sandbox, folder: "home") == [])
    #expect(
      try reaches(["--user", "octocat"], in: stage.sandbox, folder: "home") == [])
    #expect(stage.gitHub.requests.isEmpty)
  }
}
