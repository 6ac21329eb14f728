import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The checks of the account and the network.
@Suite(.inProcess) struct DoctorTests {
  private let stage: DoctorStage
  private var sandbox: Sandbox { stage.sandbox }
  private var gitHub: GitHubStandIn { stage.gitHub }

  init() throws { stage = try DoctorStage() }

  private func examine(
    _ words: String..., status: Int32, environment: [String: String] = [:]
  ) throws -> [String: DoctorStage.Finding] {
    try stage.examine(words, status: status, environment: environment)
  }

  @Test func `without login and keyring reports no problem`() throws {
    let found = try examine(status: 0)
    #expect(found["keyring"]?.isFine == true)
    #expect(found["keyring"]?.detail.contains("no session bus") == true)
    #expect(found["token"]?.detail == "not logged in")
    #expect(found["limits"]?.detail.contains("of 60 requests") == true)
    #expect(gitHub.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func `a refused token fails only the token check`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.change { $0.accounts[0].token = nil }
    let found = try examine(status: 1)
    #expect(found["token"]?.isFine == false)
    #expect(found["token"]?.detail == "GitHub no longer accepts the token of octocat")
    #expect(found["network"]?.isFine == true)
  }

  @Test func `distinguishes a missing network from a missing token`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.stop()
    let found = try examine(status: 1)
    #expect(found["network"]?.isFine == false && found["network"]?.hint != nil)
    #expect(found["token"] == DoctorStage.Finding(isFine: true, detail: "octocat on github.com"))
    #expect(found["limits"] == nil)
  }

  @Test func `reports a reached rate limit`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.limit(login: "octocat", remaining: 0, resetAfter: .seconds(600))
    let found = try examine(status: 1)
    #expect(found["limits"]?.isFine == false)
    #expect(found["limits"]?.detail.hasPrefix("0 of 5,000 requests") == true)
    #expect(found["network"]?.isFine == true && found["token"]?.isFine == true)
  }

  @Test func `skips network checks offline`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    let before = gitHub.requests.count
    let found = try examine("--offline", status: 0)
    #expect(
      found["network"] == DoctorStage.Finding(isFine: true, detail: "skipped because of --offline"))
    #expect(gitHub.requests.count == before)
  }

  @Test func `reports a token program without a token`() throws {
    _ = try sandbox.run("config", "set", "github.tokenCommand", "false")
    let found = try examine(status: 1)
    #expect(found["token"]?.isFine == false)
    #expect(found["token"]?.detail == "github.tokenCommand: “false” failed")
  }
}
