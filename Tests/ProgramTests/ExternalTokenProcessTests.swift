import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// Tokens from the environment or from a command.
@Suite struct ExternalTokenProcessTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox()
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
  }

  // MARK: A command

  private func print(_ command: [String]) throws {
    let words = JSONValue.array(command.map(JSONValue.string)).text(.compact)
    let outcome = try sandbox.run("config", "set", "github.tokenCommand", words)
    try #require(outcome.status == 0, "\(outcome.testDescription)")
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
    let outcome = try sandbox.run("refresh")
    outcome.expectRefusal(4)
    outcome.expectFailure(4, says, "config get github.tokenCommand")
    #expect(!outcome.error.contains("gho_"), "\(outcome.testDescription)")
    let status = try sandbox.run("status")
    status.expectFailure(4, says)
    #expect(gitHub.requests.isEmpty)
  }

  @Test func `a signal ends a slow token program and the command`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    try print(["sh", "-c", "echo $$ > '\(sandbox.file("started"))'; exec sleep 30"])
    let ended = try sandbox.script(
      """
      "$commitdiary" graph & process=$!
      until [ -s "$sandbox/started" ]; do sleep 0.01; done
      kill -TERM $process
      wait $process
      echo $?
      ! kill -0 "$(cat "$sandbox/started")" && echo gone
      """)
    #expect(ended.output == "143\ngone\n", "\(ended.testDescription)")
  }
}
