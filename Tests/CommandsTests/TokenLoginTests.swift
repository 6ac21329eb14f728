import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// Tokens that are brought along, and the file that keeps them.
@Suite(.inProcess) struct TokenLoginTests {
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

  private func expectNothingKept() throws {
    #expect(!File.exists(sandbox.tokens) && !File.exists(sandbox.config))
    #expect(try sandbox.standing() == [])
  }

  // MARK: --with-token

  @Test(arguments: ["", "\n", "\r\n", "\n\n  "])
  func `reads a token from standard input`(_ end: String) throws {
    let outcome = try take(end + World.token + end)
    #expect(outcome.status == 0 && outcome.output == "", "\(outcome.testDescription)")
    #expect(outcome.error.contains("Logged in as octocat on github.com."))
    #expect(!outcome.error.contains("/login/device"))
    let asked = try #require(gitHub.requests.first)
    #expect(gitHub.requests.count == 1 && asked.path == "/api/user")
    #expect(asked.headers.all("Authorization") == ["Bearer \(World.token)"])
    #expect(asked.headers["User-Agent"]?.hasPrefix("commitdiary/") == true)
    #expect(
      try JSONParser.parse(File.read(sandbox.tokens))
        == ["github.com/octocat": .string(World.token)])
  }

  @Test(arguments: [
    ("", "no token on standard input"), (" \n\n", "no token on standard input"),
    ("gho_1234 5678", "not a valid token"), ("gho_1\ngho_2\n", "not a valid token"),
    ("gho_é", "not a valid token"), ("gho_\u{1B}[31m", "not a valid token"),
  ])
  func `refuses an invalid token without sending it`(input: String, says: String) throws {
    let outcome = try take(input)
    outcome.expectRefusal(2)
    outcome.expectFailure(2, says)
    #expect(!outcome.error.contains("gho_"))
    #expect(gitHub.requests.isEmpty)
    try expectNothingKept()
  }

  @Test func `refuses an unknown token and does not store it`() throws {
    let outcome = try take("gho_of_nobody")
    outcome.expectRefusal(4)
    outcome.expectFailure(4, "github.com rejected this token", "Nothing was saved.")
    #expect(!outcome.error.contains("gho_"))
    try expectNothingKept()
  }

  @Test func `retries after one server error`() throws {
    gitHub.next(matching: "/user", do: .unavailable(status: 502))
    #expect(try take(World.token).status == 0)
    #expect(gitHub.requests(to: "/user").count == 2)
  }

  @Test func `accepts a fine-grained token silently`() throws {
    gitHub.change { $0.accounts[0].scopes = nil }
    let outcome = try take(World.token)
    #expect(
      outcome.status == 0 && !outcome.error.contains("scope"), "\(outcome.testDescription)")
    #expect(try sandbox.standing().first?["scopes"] == [])
  }

  @Test func `login options exclude each other`() throws {
    for words in [["--with-token", "--from-gh"], ["--with-token", "--client-id", "a"]] {
      try sandbox.run(["login", "--store", "file"] + words).expectRefusal(2)
    }
    try sandbox.run("login", "--store", "nowhere").expectRefusal(2)
    try sandbox.run("login", "--host", "http://github.com", "--store", "file").expectRefusal(2)
    #expect(gitHub.requests.isEmpty)
  }

  // MARK: The file of tokens

  @Test func `says each time that the token is in a file`() throws {
    let said = "in plain text: \(sandbox.tokens)"
    #expect(try take(World.token).error.contains(said))
    for _ in 1...2 {
      let outcome = try sandbox.run("status")
      #expect(outcome.output.contains(said), "\(outcome.testDescription)")
      #expect(outcome.output.contains("login --store keyring"), "\(outcome.testDescription)")
    }
    #expect(try sandbox.standing("--offline").first?["source"] == "file")
  }

  @Test func `does not change a broken token file`() throws {
    _ = try take(World.token)
    try File.writeAtomically(Array("[1".utf8), to: sandbox.tokens)
    for words in [["login", "--with-token", "--store", "file"], ["refresh"], ["logout", "--yes"]] {
      try sandbox.run(words, input: Array(World.token.utf8)).expectRefusal(4)
    }
    #expect(try sandbox.text(of: sandbox.tokens) == "[1")
  }

  @Test func `reports an unwritable folder before asking`() throws {
    try File.makeDirectory(sandbox.file("data"))
    try File.writeAtomically([], to: sandbox.data)
    let outcome = try take(World.token)
    outcome.expectRefusal(1)
    #expect(gitHub.requests.isEmpty)
  }

  // MARK: --from-gh

  private func gh(_ text: String) throws {
    try File.makeDirectory(sandbox.file("bin"))
    _ = try sandbox.makeScript("bin/gh", text)
    let path = sandbox.environment["PATH"] ?? ""
    sandbox.environment["PATH"] = sandbox.file("bin") + ":" + path
  }

  @Test func `takes the token that gh prints`() throws {
    try gh(
      "echo \"$@\" > '\(sandbox.file("asked"))'; env > '\(sandbox.file("seen"))'; "
        + "echo '\(World.token)'")
    let outcome = try sandbox.run(
      "login", "--from-gh", "--store", "file", "--host", "https://GitHub.com/")
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(try sandbox.text(of: sandbox.file("asked")) == "auth token --hostname github.com\n")
    #expect(try sandbox.text(of: sandbox.tokens).contains(World.token))
    #expect(try sandbox.standing().first?["login"] == "octocat")
  }
}
