import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The checks of the account and the network.
@Suite struct DoctorProcessTests {
  private let stage: DoctorStage
  private var sandbox: Sandbox { stage.sandbox }
  private var gitHub: GitHubStandIn { stage.gitHub }

  init() throws { stage = try DoctorStage() }

  private func examine(
    _ words: String..., status: Int32, environment: [String: String] = [:]
  ) throws -> [String: DoctorStage.Finding] {
    try stage.examine(words, status: status, environment: environment)
  }

  @Test func `reports no problem on a complete setup`() throws {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn()
    let found = try examine(status: 0)
    #expect(
      found.keys.sorted() == [
        "clones", "config", "drafts", "git", "journal", "keyring", "limits", "locale", "network",
        "terminal", "token",
      ])
    #expect(found["keyring"] == DoctorStage.Finding(isFine: true, detail: "secrets can be saved"))
    #expect(found["token"] == DoctorStage.Finding(isFine: true, detail: "octocat on github.com"))
    #expect(found["network"]?.detail.hasPrefix("github.com responded in ") == true)
    #expect(found["limits"]?.detail.contains("of 5,000 requests left until") == true)
    // The check of the keyring has left no secret behind.
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
