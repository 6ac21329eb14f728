import JSON
import Platform
import StandIn
import Testing

@testable import Journal
@testable import ProgramSupport

/// The output of `status` as text and as JSON.
@Suite(.inProcess) struct StatusTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
  }

  @Test func `without login shows the journal only`() throws {
    let outcome = try sandbox.run("status", "--json")
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    #expect(
      try outcome.json() == [
        "accounts": [],
        "journal": [
          "path": .string(sandbox.journal), "schema": .integer(Schema.current.version), "notes": 0,
          "entries": 0, "todos": 0,
          "bytes": 0,
        ], "lastRefresh": .null,
      ])
    let text = try sandbox.run("status")
    #expect(text.status == 0)
    #expect(
      text.output.contains("Not logged in.") && text.output.contains("commitdiary login"))
    #expect(gitHub.requests.isEmpty)
    // Reading does not create the journal.
    #expect(!File.exists(sandbox.journal))
  }

  @Test func `prints exactly the documented JSON`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    try sandbox.add("--body", "a note")
    let before = gitHub.requests.count
    let outcome = try sandbox.run("status", "--json")
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    let document = try outcome.json()
    #expect(Shape.status.faults(in: document) == [])
    #expect(document.object?.map(\.name) == ["accounts", "journal", "lastRefresh"])
    let account = try #require(document["accounts"]?.array?.first)
    #expect(
      account.object?.map(\.name) == [
        "host", "login", "source", "scopes", "rateLimit", "active",
      ])
    #expect(account["host"] == "github.com" && account["login"] == "octocat")
    #expect(account["source"] == "file" && account["active"] == true)
    #expect(account["scopes"] == ["read:user", "repo"])
    #expect(
      account["rateLimit"]?.object?.map(\.name) == ["limit", "remaining", "resetsAt"])
    #expect(account["rateLimit"]?["remaining"] == 4998)
    #expect(
      document["journal"]?.object?.map(\.name)
        == ["path", "schema", "notes", "entries", "todos", "bytes"])
    #expect(document["journal"]?["notes"] == 1)
    #expect(document["journal"]?["bytes"]?.integer == File.size(sandbox.journal))
    #expect(document["lastRefresh"] == .null)
    // A single request returns both the token's account and the rate limit.
    #expect(gitHub.requests.count == before + 1)

    let now = ["COMMITDIARY_NOW": "2026-11-21T08:30:00Z"]
    #expect(try sandbox.run("refresh", environment: now).status == 0)
    let later = try sandbox.run("status", "--json").json()["lastRefresh"]
    #expect(later?.string?.hasPrefix("2026-11-21T08:30:00") == true, "\(String(describing: later))")
  }

  @Test func `prints account, storage, scopes, limits and expiry`() throws {
    gitHub.change { $0.accounts[0].tokenExpiration = "2026-12-24 08:24:53 UTC" }
    try sandbox.logIn(World.token, "--store", "file")
    let outcome = try sandbox.run("status")
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    for words in [
      "octocat  github.com  active", "The token is saved in plain text",
      "Scopes: read:user and repo",
      "Token expires: Dec 24, 2026", "of 5,000 left until", "Journal: 0 notes",
      "Last refresh: never",
    ] {
      #expect(outcome.output.contains(words), "\(words): \(outcome.testDescription)")
    }
  }

  @Test func `warns of a token file that others may read`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    try File.writeAtomically(
      File.read(sandbox.tokens), to: sandbox.tokens, permissions: 0o644)
    let outcome = try sandbox.run("status")
    #expect(outcome.status == 0 && outcome.error.contains("chmod 600"))
  }

  @Test func `offline shows the last known state`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    let before = gitHub.requests.count
    let account = try #require(try sandbox.standing("--offline").first)
    #expect(account["login"] == "octocat" && account["active"] == true)
    #expect(account["scopes"] == ["read:user", "repo"])
    #expect(try sandbox.run("status", "--offline").status == 0)
    #expect(gitHub.requests.count == before)
    // The token command is not run either.
    let seen = sandbox.file("seen")
    let program = try sandbox.makeScript("print", "touch '\(seen)'; echo \(World.otherToken)")
    _ = try sandbox.run("config", "set", "github.tokenCommand", program)
    #expect(try sandbox.standing("--offline").map { $0["source"] } == ["command", "file"])
    #expect(!File.exists(seen))
    #expect(try sandbox.standing().first?["login"] == "hubot")
    #expect(File.exists(seen))
  }

  @Test func `reports an unreachable GitHub and shows the rest`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.next(matching: "/user", times: 1, do: .unavailable())
    let outcome = try sandbox.run("status")
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    #expect(outcome.output.contains("octocat  github.com"), "\(outcome.testDescription)")
    #expect(outcome.output.contains("503"), "\(outcome.testDescription)")
    // Other errors do not mean that the token was refused.
    #expect(!outcome.output.contains("accepts the token"), "\(outcome.testDescription)")
    #expect(try sandbox.standing().map { $0["login"] } == ["octocat"])
  }

  @Test func `a refused token exits with 4 after the report`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.change { $0.accounts[0].token = nil }
    let outcome = try sandbox.run("status")
    outcome.expectFailure(
      4, "GitHub no longer accepts the token of octocat", "commitdiary login")
    #expect(outcome.output.contains("octocat  github.com"))
    #expect(outcome.output.contains("no longer accepts the token"))
    let json = try sandbox.run("status", "--json")
    #expect(json.status == 4)
    #expect(Shape.status.faults(in: try json.json()) == [])
    #expect(try JSONParser.parse(json.errorBytes)["error"]?["code"] == "tokenRefused")
    try sandbox.run("refresh").expectFailure(4, "no longer accepts the token of octocat")
  }

  // MARK: Several accounts

  @Test func `the active account is the last, the default or the named one`()
    throws
  {
    try sandbox.logIn(World.token, "--store", "file")
    try sandbox.logIn(World.otherToken, "--store", "file")
    func active(_ words: String...) throws -> [String?] {
      let outcome = try sandbox.run(["status", "--json"] + words)
      let accounts = try outcome.json()["accounts"]?.array ?? []
      #expect(accounts.count == 2)
      return accounts.filter { $0["active"] == true }.map { $0["login"]?.string }
    }
    #expect(try active() == ["hubot"])
    #expect(gitHub.requests.last?.headers["Authorization"] == "Bearer \(World.otherToken)")
    #expect(try active("--account", "octocat") == ["octocat"])
    #expect(gitHub.requests.last?.headers["Authorization"] == "Bearer \(World.token)")
    #expect(try active("--account", "GitHub.com/OctoCat") == ["octocat"])
    _ = try sandbox.run("config", "set", "github.account", "octocat")
    #expect(try active() == ["octocat"])
    #expect(try active("--account", "hubot") == ["hubot"])
    // Only the active account is requested.
    let asked = gitHub.requests.count
    _ = try active()
    #expect(gitHub.requests.count == asked + 1)

    for words in [["status"], ["refresh"], ["repos"]] {
      let outcome = try sandbox.run(words + ["--account", "nobody"])
      outcome.expectRefusal(4)
      outcome.expectFailure(4, "no account “nobody”", "hubot")
    }
  }

  @Test func `a login adds or renews an account without asking`() throws {
    for token in [World.token, World.otherToken, World.token] {
      try sandbox.logIn(token, "--store", "file")
    }
    let accounts = try sandbox.standing("--offline")
    #expect(accounts.map { $0["login"] } == ["hubot", "octocat"])
    #expect(accounts.map { $0["active"] } == [false, true])
  }
}
