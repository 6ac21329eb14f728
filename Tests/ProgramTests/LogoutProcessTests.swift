import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// Taking a token away, from a file; `KeyringTests` have the keyring.
@Suite struct LogoutProcessTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
    try sandbox.logIn(World.token, "--store", "file")
  }

  private func logins() throws -> [String?] {
    try sandbox.standing("--offline").map { $0["login"]?.string }
  }

  @Test(arguments: [("n\n", Int32(1)), ("\n", 1), ("y\n", 0), ("네\n", 0)])
  func `asks, and yes removes the token`(
    typed: String, status: Int32
  ) throws {
    let locale = typed == "네\n" ? Locales.language("ko_KR.UTF-8") : [:]
    let outcome = try sandbox.onTerminal("logout", environment: locale, typing: typed)
    #expect(outcome.status == status, "\(outcome.testDescription)")
    if locale.isEmpty { #expect(outcome.output.contains("Log out octocat from github.com?")) }
    #expect(try logins() == (status == 0 ? [] : ["octocat"]))
    #expect(File.exists(sandbox.tokens) == (status != 0))
  }
}
