import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The login in the browser, with every response of the server.
@Suite(.inProcess) struct LoginTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try sandbox.useGitHub()
  }

  private func logIn(_ words: String..., script: [StandIn.DeviceFlow.Reply]) throws -> Outcome {
    gitHub.change { $0.device.script = script }
    return try sandbox.run(["login", "--store", "file"] + words)
  }

  @Test(
    arguments: [
      ([.pending, .pending, .success], 3, 0), ([.dropped, .dropped, .success], 3, 1),
      // A page of the network's own.
      ([.answer(.redirect(to: "http://127.0.0.1:1/terms")), .success], 2, 1),
    ] as [([StandIn.DeviceFlow.Reply], Int, Int)])
  func `shows a code, waits and stores the token`(
    script: [StandIn.DeviceFlow.Reply], polls: Int, troubles: Int
  ) throws {
    let outcome = try logIn(script: script).expect(0).expectExactly(output: "")
    let lines = outcome.error.split(separator: "\n")
    let start = try #require(
      lines.firstIndex(of: "Open this page: \(gitHub.webURL)/login/device"),
      "\(outcome.testDescription)")
    #expect(lines[start + 1] == "Enter this code: WDJB-MJHT", "\(outcome.testDescription)")
    #expect(lines.contains("Logged in as octocat on github.com."), "\(outcome.testDescription)")
    #expect(lines.count { $0 == "GitHub cannot be reached; retrying." } == troubles)
    #expect(gitHub.polls.count == polls)
    #expect(gitHub.polls.allSatisfy { !$0.wasTooEarly })
    #expect(gitHub.requests(to: "/user").count == 1)
    #expect(try sandbox.text(of: sandbox.tokens).contains(World.token))
    #expect(try sandbox.standing().map { $0["login"] } == ["octocat"])
  }

  @Test(
    arguments: [
      (.denied, 1, "the login was denied in the browser"),
      (.expired, 1, "Run: commitdiary login"),
      (.unverifiedAddress, 1, "this account’s email address is not verified yet"),
      (.error("unsupported_grant_type"), 1, "unsupported_grant_type"),
      (.error("device_flow_disabled"), 1, "--with-token"),
      (
        .answer(.json(["access_token": "two words", "token_type": "bearer"])), 5,
        "unexpected response from GitHub"
      ),
    ] as [(StandIn.DeviceFlow.Reply, Int32, String)])
  func `a failed login says why and stores nothing`(
    reply: StandIn.DeviceFlow.Reply, status: Int32, says: String
  ) throws {
    try logIn(script: [.pending, reply]).expectFailure(status, says).expectExactly(output: "")
    #expect(gitHub.polls.count == 2)
    try expectNothingKept()
    let last = try #require(logIn("--json", script: [reply]).error.split(separator: "\n").last)
    #expect(Shape.failure.faults(in: try JSONParser.parse(Array(last.utf8))) == [], "\(last)")
  }

  private func expectNothingKept() throws {
    #expect(!File.exists(sandbox.tokens) && !File.exists(sandbox.config))
    #expect(try sandbox.standing() == [])
  }

  @Test(arguments: [
    ("of an app that may not", Int32(1), "Device Flow must be explicitly enabled for this App"),
    ("on a server without such logins", 1, "--with-token"),
    ("on a server that fails", 5, "503"),
  ])
  func `a login that cannot start shows no code`(what: String, status: Int32, says: String) throws {
    let path = "/login/device/code"
    switch what {
    case "of an app that may not": gitHub.change { $0.device.isDisabled = true }
    case "on a server without such logins": gitHub.change { $0.device.isAvailable = false }
    default: gitHub.next(matching: path, do: .unavailable())
    }
    try logIn(script: [.success]).expectRefusal(status, says)
    #expect(gitHub.polls.isEmpty)
    try expectNothingKept()
  }

  @Test func `without a client id explains what to do`() throws {
    sandbox.environment["COMMITDIARY_CLIENT_ID"] = nil
    try logIn(script: [.success]).expectRefusal(
      1, "no OAuth app is set up", "--with-token", "github.clientID")
    #expect(gitHub.requests.isEmpty)
    try expectNothingKept()
  }

  @Test func `the client id comes from option, environment, settings`() throws {
    try sandbox.run("config", "set", "github.clientID", "Iv1.config")
    #expect(try logIn("--client-id", "Iv1.option", script: [.success]).status == 0)
    #expect(try logIn(script: [.success]).status == 0)
    sandbox.environment["COMMITDIARY_CLIENT_ID"] = ""
    #expect(try logIn(script: [.success]).status == 0)
    let asked = gitHub.requests.filter { $0.path == "/login/device/code" }
    #expect(
      asked.map { $0.form()["client_id"] } == ["Iv1.option", "Iv1.commitdiary", "Iv1.config"])
    let polled = gitHub.requests.filter { $0.path == "/login/oauth/access_token" }
    #expect(polled.map { $0.form()["client_id"] } == asked.map { $0.form()["client_id"] })
    // The client id is public. There is no secret, because an app on the user's machine could not
    // keep it.
    #expect(gitHub.requests.allSatisfy { $0.form()["client_secret"] == nil })
  }

  @Test(arguments: [
    ([], "repo read:user", ["read:user", "repo"]),
    (["--scopes", "read:user"], "read:user", ["read:user"]),
    (
      ["--scopes", "read:user, public_repo"], "read:user public_repo", ["public_repo", "read:user"]
    ),
  ])
  func `requests and shows the scopes`(words: [String], asked: String, scopes: [String]) throws {
    gitHub.change { $0.device.script = [.success] }
    let outcome = try sandbox.run(["login", "--store", "file"] + words).expect(0)
    #expect(gitHub.requests.first?.form()["scope"] == asked)
    let said = asked.split(separator: " ").joined(separator: " and ")
    #expect(
      outcome.error.contains("Requested scopes: \(said). Use --scopes to request fewer.\n"),
      "\(outcome.testDescription)")
    let isLess = !scopes.contains("repo")
    #expect(
      outcome.error.contains("Without the scope “repo”, private repositories are not included.")
        == isLess, "\(outcome.testDescription)")
    #expect(try sandbox.standing().first?["scopes"] == .array(scopes.map(JSONValue.string)))
  }

  @Test func `asks GitHub for the account`() throws {
    gitHub.change { $0.device.login = "hubot" }
    let outcome = try logIn("--json", script: [.success]).expect(0)
    let account = try outcome.json()
    #expect(Shape.account.faults(in: account) == [])
    expect(
      account, has: ["login": "hubot", "source": "file", "active": true, "host": "github.com"])
    #expect(try sandbox.text(of: sandbox.tokens).contains(World.otherToken))
  }

  @Test func `--quiet shows only the code`() throws {
    let outcome = try logIn("--quiet", script: [.pending, .success]).expect(0)
      .expectExactly(output: "")
    #expect(
      outcome.error
        == "Open this page: \(gitHub.webURL)/login/device\nEnter this code: WDJB-MJHT\n",
      "\(outcome.testDescription)")
  }

  @Test func `refuses login with --offline`() throws {
    try sandbox.run("login", "--store", "file", "--offline").expectRefusal(5)
    #expect(gitHub.requests.isEmpty)
  }

  // MARK: Tokens from standard input and from `gh`, and the token file

  private func take(_ input: String, _ words: String...) throws -> Outcome {
    try sandbox.run(["login", "--with-token", "--store", "file"] + words, input: Array(input.utf8))
  }

  // MARK: --with-token

  @Test(arguments: ["", "\n", "\r\n", "\n\n  "])
  func `reads a token from standard input`(_ end: String) throws {
    try take(end + World.token + end).expect(
      0, error: "Logged in as octocat on github.com.", without: "/login/device"
    ).expectExactly(output: "")
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
    try take(input).expectRefusal(2, says).expect(without: "gho_")
    #expect(gitHub.requests.isEmpty)
    try expectNothingKept()
  }

  @Test func `refuses an unknown token and does not store it`() throws {
    try take("gho_of_nobody").expectRefusal(
      4, "github.com rejected this token", "Nothing was saved."
    ).expect(without: "gho_")
    try expectNothingKept()
  }

  @Test func `retries after one server error`() throws {
    gitHub.next(matching: "/user", do: .unavailable(status: 502))
    #expect(try take(World.token).status == 0)
    #expect(gitHub.requests(to: "/user").count == 2)
  }

  @Test func `accepts a fine-grained token silently`() throws {
    gitHub.change { $0.accounts[0].scopes = nil }
    try take(World.token).expect(0, without: "scope")
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

  // MARK: The token file

  @Test func `says each time that the token is in a file`() throws {
    let said = "in plain text: \(sandbox.tokens)"
    #expect(try take(World.token).error.contains(said))
    for _ in 1...2 {
      try sandbox.run("status").expect(output: said, "login --store keyring")
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
    try take(World.token).expectRefusal(1)
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
    try sandbox.run("login", "--from-gh", "--store", "file", "--host", "https://GitHub.com/")
      .expect(0)
    #expect(try sandbox.text(of: sandbox.file("asked")) == "auth token --hostname github.com\n")
    #expect(try sandbox.text(of: sandbox.tokens).contains(World.token))
    #expect(try sandbox.standing().first?["login"] == "octocat")
  }
}

/// Removing a token from the file; `KeyringTests` covers the keyring.
@Suite(.inProcess) struct LogoutTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try sandbox.useGitHub()
    try sandbox.logIn(World.token, "--store", "file")
  }

  private func logins() throws -> [String?] {
    try sandbox.standing("--offline").map { $0["login"]?.string }
  }

  @Test func `without --yes and a terminal removes nothing`() throws {
    try sandbox.run("logout").expectRefusal(2, "--yes")
    try sandbox.run("logout", "--json").expectRefusalAsJSON(2)
    #expect(try logins() == ["octocat"])
  }

  @Test(arguments: [true, false])
  func `asks, and yes removes the token`(isConfirmed: Bool) throws {
    let answers = Answers(confirmed: isConfirmed)
    let outcome = try sandbox.interactively(["logout"], answering: answers)
    #expect(outcome.status == (isConfirmed ? 0 : 1), "\(outcome.testDescription)")
    #expect(answers.questions.first?.contains("Log octocat out of github.com?") == true)
    #expect(try logins() == (isConfirmed ? [] : ["octocat"]))
    #expect(File.exists(sandbox.tokens) != isConfirmed)
  }

  @Test func `says what was removed and where to revoke it`() throws {
    let requests = gitHub.requests.count
    let outcome = try sandbox.run("logout", "--yes").expect(0).expectExactly(output: "")
    #expect(outcome.error.hasPrefix("Logged octocat out of github.com.\n"))
    #expect(outcome.error.contains("https://github.com/settings/applications\n"))
    #expect(!File.exists(sandbox.tokens))
    #expect(!(try sandbox.text(of: sandbox.config)).contains("octocat"))
    // A logout sends no request.
    #expect(gitHub.requests.count == requests)
    try sandbox.run("refresh").expectRefusal(4)
    try sandbox.run("logout", "--yes").expectRefusal(4, "not logged in to github.com")
  }

  @Test func `prints the removed account as JSON`() throws {
    let outcome = try sandbox.run("logout", "--yes", "--json").expect(0).expectExactly(error: "")
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
    try sandbox.run("logout", "--yes", environment: environment).expect(
      0, error: "The token from GITHUB_TOKEN is still in use.")
    try sandbox.run("logout", "--yes", environment: environment).expectRefusal(
      1, "the token from GITHUB_TOKEN", "unset GITHUB_TOKEN")
  }
}
