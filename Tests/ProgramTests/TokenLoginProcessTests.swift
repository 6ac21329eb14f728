import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// Tokens from standard input and from `gh`, and the token file.
@Suite struct TokenLoginProcessTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
  }

  private func take(_ input: String, _ words: String...) throws -> Outcome {
    try sandbox.run(
      ["login", "--with-token", "--store", "file"] + words, input: Array(input.utf8))
  }

  // MARK: The token file

  @Test func `the token file is private and replaced atomically`() throws {
    try sandbox.shell("umask 0 && mkdir -p \"$XDG_DATA_HOME\"")
    _ = try take(World.token)
    #expect(File.permissions(sandbox.tokens) == 0o600)
    #expect(File.permissions(sandbox.data) == 0o700)
    // The file is made readable for others, and a reader has it open while another account is
    // added.
    try sandbox.shell("chmod 644 '\(sandbox.tokens)' && ln '\(sandbox.tokens)' \"$sandbox/before\"")
    _ = try take(World.otherToken)
    #expect(File.permissions(sandbox.tokens) == 0o600)
    #expect(
      try JSONParser.parse(File.read(sandbox.tokens)) == [
        "github.com/octocat": .string(World.token), "github.com/hubot": .string(World.otherToken),
      ])
    // The file is replaced by a rename, so a reader of the old file still has its complete
    // contents.
    #expect(
      try JSONParser.parse(File.read(sandbox.file("before")))
        == ["github.com/octocat": .string(World.token)])
    #expect(
      try File.list(sandbox.data).filter { !$0.hasPrefix("journal.sqlite") } == ["tokens.json"])
  }

  // MARK: --from-gh

  private func gh(_ text: String) throws {
    try File.makeDirectory(sandbox.file("bin"))
    _ = try sandbox.makeScript("bin/gh", text)
    let path = sandbox.environment["PATH"] ?? ""
    sandbox.environment["PATH"] = sandbox.file("bin") + ":" + path
  }

  @Test(arguments: ["exit 1", "echo two words"])
  func `uses gh's keyring item when gh prints no token`(text: String) throws {
    try gh(text)
    let service = try SecretService()
    sandbox.use(service)
    let failed = try sandbox.run("login", "--from-gh")
    failed.expectRefusal(4)
    failed.expectFailure(
      4, "gh has no token for github.com", "gh auth login --hostname github.com")
    try service.keepAsGitHubCLI(World.otherToken, username: "hubot")
    try service.keepAsGitHubCLI(World.token, username: "octocat")
    try service.keepAsGitHubCLI(World.token, username: "")
    let outcome = try sandbox.run("login", "--from-gh")
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(outcome.error.contains("Logged in as octocat on github.com."))
    // The program's token is stored separately from that of `gh`.
    #expect(try service.items(with: ["host": "github.com", "account": "octocat"]).count == 1)
    #expect(try service.numberOfItems() == 4)
    #expect(try sandbox.standing().first?["source"] == "keyring")
    try service.lock()
    let locked = try sandbox.run("login", "--from-gh", "--store", "file")
    locked.expectFailure(4, "the keyring is locked")
  }

  @Test(arguments: [nil, SecretService.Provider.nobody, .keyringUnborn])
  func `finds no gh token without gh and a keyring`(
    _ provider: SecretService.Provider?
  ) throws {
    try gh("exit 127")
    let service = try provider.map { try SecretService($0) }
    if let service { sandbox.use(service) }
    let outcome = try sandbox.run("login", "--from-gh", "--store", "file")
    outcome.expectRefusal(4)
    outcome.expectFailure(
      4, "gh has no token for github.com", "gh auth login --hostname github.com")
    #expect(gitHub.requests.isEmpty)
  }
}
