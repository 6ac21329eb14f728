import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// What the doctor finds between here and GitHub.
@Suite struct DoctorProcessTests {
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

  @Test func `reports no problem on a complete setup`() throws {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn()
    let found = try examine(status: 0)
    #expect(
      found.keys.sorted() == [
        "config", "drafts", "git", "journal", "keyring", "limits", "locale", "network", "terminal",
        "token",
      ])
    #expect(found["keyring"] == Finding(isFine: true, detail: "secrets can be saved"))
    #expect(found["token"] == Finding(isFine: true, detail: "octocat on github.com"))
    #expect(found["network"]?.detail.hasPrefix("github.com responded in ") == true)
    #expect(found["limits"]?.detail.contains("of 5,000 requests left until") == true)
    // Nothing was left behind by looking whether something can be kept.
    #expect(try service.numberOfItems() == 1)
  }

  @Test func `reports a locked keyring that stores a token`() throws {
    let service = try SecretService()
    sandbox.use(service)
    try service.lock()
    let needless = try examine(status: 0)
    #expect(needless["keyring"]?.detail == "the keyring is locked")
    try service.restart(.keyring(password: "pw"))
    try sandbox.logIn()
    try service.lock()
    let found = try examine(status: 1)
    #expect(found["keyring"]?.isFine == false && found["keyring"]?.hint != nil)
    #expect(found["token"]?.isFine == false)
    #expect(found["network"]?.isFine == true)
  }
}
