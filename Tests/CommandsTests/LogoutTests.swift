import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// Removing a token from the file; `KeyringTests` covers the keyring.
@Suite(.inProcess) struct LogoutTests {
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

  @Test func `without --yes and a terminal removes nothing`() throws {
    let outcome = try sandbox.run("logout")
    outcome.expectRefusal(2)
    #expect(outcome.error.contains("--yes"))
    try sandbox.run("logout", "--json").expectRefusalAsJSON(2)
    #expect(try logins() == ["octocat"])
  }

  @Test(arguments: [true, false])
  func `asks, and yes removes the token`(isConfirmed: Bool) throws {
    let answers = Answers(confirmed: isConfirmed)
    let outcome = try sandbox.interactively(["logout"], answering: answers)
    #expect(outcome.status == (isConfirmed ? 0 : 1), "\(outcome.testDescription)")
    #expect(answers.questions.first?.contains("Log out octocat from github.com?") == true)
    #expect(try logins() == (isConfirmed ? [] : ["octocat"]))
    #expect(File.exists(sandbox.tokens) != isConfirmed)
  }

  @Test func `says what was removed and where to revoke it`() throws {
    let requests = gitHub.requests.count
    let outcome = try sandbox.run("logout", "--yes")
    #expect(outcome.status == 0 && outcome.output == "", "\(outcome.testDescription)")
    #expect(outcome.error.hasPrefix("Logged out octocat from github.com.\n"))
    #expect(outcome.error.contains("https://github.com/settings/"))
    #expect(!File.exists(sandbox.tokens))
    #expect(!(try sandbox.text(of: sandbox.config)).contains("octocat"))
    // A logout sends no request.
    #expect(gitHub.requests.count == requests)
    try sandbox.run("refresh").expectRefusal(4)
    let again = try sandbox.run("logout", "--yes")
    again.expectRefusal(4)
    again.expectFailure(4, "not logged in to github.com")
  }

  @Test func `prints the removed account as JSON`() throws {
    let outcome = try sandbox.run("logout", "--yes", "--json")
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    let account = try outcome.json()
    #expect(Shape.account.faults(in: account) == [])
    #expect(account["login"] == "octocat" && account["active"] == false)
  }

  @Test func `removes the default account or the named one`() throws {
    try sandbox.logIn(World.otherToken, "--store", "file")
    #expect(try sandbox.run("logout", "--yes", "--account", "octocat").status == 0)
    #expect(try logins() == ["hubot"])
    try sandbox.logIn(World.token, "--store", "file")
    #expect(try sandbox.text(of: sandbox.config).contains("\"octocat\""))
    #expect(try sandbox.run("logout", "--yes").status == 0)
    // The remaining account becomes the default.
    #expect(try sandbox.text(of: sandbox.config).contains("\"hubot\""))
    #expect(try logins() == ["hubot"])
    #expect(try sandbox.run("logout", "--yes").status == 0)
    #expect(!File.exists(sandbox.tokens))
  }

  @Test func `a named account must match`() throws {
    try sandbox.run("logout", "--yes", "--account", "nobody").expectRefusal(4)
    try sandbox.run("logout", "--yes", "--host", "github.example.com").expectRefusal(4)
    try sandbox.run("logout", "--yes", "--host", "no host").expectRefusal(2)
    #expect(try logins() == ["octocat"])
  }

  @Test func `says that a token in the environment remains`() throws {
    let environment = ["GITHUB_TOKEN": World.otherToken]
    let outcome = try sandbox.run("logout", "--yes", environment: environment)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(outcome.error.contains("The token in GITHUB_TOKEN is still used."))
    let again = try sandbox.run("logout", "--yes", environment: environment)
    again.expectRefusal(1)
    again.expectFailure(1, "the token in GITHUB_TOKEN", "unset GITHUB_TOKEN")
  }
}
