import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// What the doctor finds between here and GitHub.
@Suite(.inProcess) struct DoctorTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
  }

  private struct Finding: Equatable {
    var isFine: Bool
    var detail: String
    var hint: String?
  }

  /// By their names, each of which stands there once.
  private func examine(
    _ words: String..., status: Int32, environment: [String: String] = [:]
  ) throws -> [String: Finding] {
    let outcome = try sandbox.run(["doctor", "--json"] + words, environment: environment)
    #expect(outcome.status == status, "\(outcome.testDescription)")
    let document = try outcome.json()
    #expect(Shape.checks.faults(in: document) == [], "\(outcome.testDescription)")
    let people = try sandbox.run(["doctor"] + words, environment: environment)
    #expect(people.status == status, "\(people.testDescription)")
    if status != 0 { people.expectFailure(status, "problems were found") }
    let checks = document["checks"]?.array ?? []
    return Dictionary(
      checks.map {
        (
          $0["name"]?.string ?? "",
          Finding(
            isFine: $0["ok"] == true, detail: $0["detail"]?.string ?? "", hint: $0["hint"]?.string)
        )
      }
    ) { first, _ in
      Issue.record("\(first) and another")
      return first
    }
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
    #expect(found["token"] == Finding(isFine: true, detail: "octocat on github.com"))
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
    #expect(found["network"] == Finding(isFine: true, detail: "skipped: --offline"))
    #expect(gitHub.requests.count == before)
  }

  @Test func `reports a token program without a token`() throws {
    _ = try sandbox.run("config", "set", "github.tokenCommand", "false")
    let found = try examine(status: 1)
    #expect(found["token"]?.isFine == false)
    #expect(found["token"]?.detail == "github.tokenCommand: “false” failed")
  }
}
