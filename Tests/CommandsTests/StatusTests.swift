import JSON
import Platform
import SQLite
import StandIn
import TestSupport
import Testing

@testable import Journal
@testable import ProgramSupport

/// The output of `status` as text and as JSON.
@Suite(.inProcess) struct StatusTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try sandbox.useGitHub()
  }

  @Test func `without login shows the journal only`() throws {
    let outcome = try sandbox.run("status", "--json").expect(0).expectExactly(error: "")
    #expect(
      try outcome.json() == [
        "accounts": [],
        "journal": [
          "name": "default", "path": .string(sandbox.journal),
          "schema": .integer(Schema.current.version), "notes": 0, "entries": 0, "todos": 0,
          "bytes": 0,
        ], "lastRefresh": .null,
      ])
    try sandbox.run("status").expect(0, output: "Not logged in.", "commitdiary login")
    #expect(gitHub.requests.isEmpty)
    // Reading does not create the journal.
    #expect(!File.exists(sandbox.journal))
  }

  @Test func `prints exactly the documented JSON`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    try sandbox.add("--body", "a note")
    let before = gitHub.requests.count
    let outcome = try sandbox.run("status", "--json").expect(0).expectExactly(error: "")
    let document = try outcome.json()
    #expect(Shape.status.faults(in: document) == [])
    #expect(document.object?.map(\.name) == ["accounts", "journal", "lastRefresh"])
    let account = try #require(document["accounts"]?.array?.first)
    #expect(
      account.object?.map(\.name) == [
        "host", "login", "source", "scopes", "rateLimit", "active",
      ])
    expect(
      account,
      has: [
        "host": "github.com", "login": "octocat", "source": "file", "active": true,
        "scopes": ["read:user", "repo"],
      ])
    #expect(account["rateLimit"]?.object?.map(\.name) == ["limit", "remaining", "resetsAt"])
    #expect(account["rateLimit"]?["remaining"] == 4998)
    #expect(
      document["journal"]?.object?.map(\.name)
        == ["name", "path", "schema", "notes", "entries", "todos", "bytes"])
    #expect(document["journal"]?["notes"] == 1)
    #expect(document["journal"]?["bytes"]?.integer == File.size(sandbox.journal))
    #expect(document["lastRefresh"] == .null)
    // A single request returns both the token's account and the rate limit.
    #expect(gitHub.requests.count == before + 1)

    let now = ["COMMITDIARY_NOW": "2026-11-21T08:30:00Z"]
    #expect(try sandbox.run("refresh", environment: now).status == 0)
    let later = try sandbox.json("status")["lastRefresh"]
    #expect(later?.string?.hasPrefix("2026-11-21T08:30:00") == true, "\(String(describing: later))")
  }

  @Test func `prints account, storage, scopes, limits and expiry`() throws {
    gitHub.change { $0.accounts[0].tokenExpiration = "2026-12-24 08:24:53 UTC" }
    try sandbox.logIn(World.token, "--store", "file")
    try sandbox.run("status").expect(0).expectExactly(error: "").expect(
      output: "octocat  github.com  active", "The token is saved in plain text",
      "Scopes: read:user and repo", "Token expires: Dec 24, 2026", "of 5,000 left until",
      "Journal: 0 notes", "Last refresh: never")
  }

  @Test func `warns of a token file that others may read`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    try File.writeAtomically(File.read(sandbox.tokens), to: sandbox.tokens, permissions: 0o644)
    try sandbox.run("status").expect(0, error: "chmod 600")
  }

  @Test func `offline shows the last known state`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    let before = gitHub.requests.count
    let account = try #require(try sandbox.standing("--offline").first)
    expect(account, has: ["login": "octocat", "active": true, "scopes": ["read:user", "repo"]])
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
    let outcome = try sandbox.run("status").expect(0, output: "octocat  github.com", "503")
      .expectExactly(error: "")
    // Other errors do not mean that the token was refused.
    #expect(!outcome.output.contains("accepts the token"), "\(outcome.testDescription)")
    #expect(try sandbox.standing().map { $0["login"] } == ["octocat"])
  }

  @Test func `a refused token exits with 4 after the report`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.change { $0.accounts[0].token = nil }
    try sandbox.run("status").expectFailure(
      4, "GitHub rejected the token (octocat)", "commitdiary login"
    ).expect(output: "octocat  github.com", "rejected the token")
    let json = try sandbox.run("status", "--json").expect(4)
    #expect(Shape.status.faults(in: try json.json()) == [])
    #expect(try JSONParser.parse(json.errorBytes)["error"]?["code"] == "tokenRefused")
    try sandbox.run("refresh").expectFailure(4, "rejected the token (octocat)")
  }

  // MARK: Several accounts

  @Test func `the active account is the last, the default or the named one`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    try sandbox.logIn(World.otherToken, "--store", "file")
    func active(_ words: String...) throws -> [String?] {
      let outcome = try sandbox.json(["status"] + words)
      let accounts = outcome["accounts"]?.array ?? []
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
      try sandbox.run(words + ["--account", "nobody"]).expectRefusal(
        4, "no account “nobody”", "hubot")
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

  // MARK: Where a token is sent, and where it is not

  private func take(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
    try sandbox.run(
      ["login", "--with-token", "--store", "file"] + words, environment: environment,
      input: Array(World.token.utf8))
  }

  // MARK: Redirects

  @Test func `a redirect to another host gets no token and is not used`() throws {
    let other = try GitHubStandIn(World.people())
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.next(
      matching: "/user", times: 9, do: .redirect(to: other.apiURL + "/user", status: 307))
    try sandbox.run("status").expect(
      output: "the response redirects in a loop or to another server")
    for words in [["login", "--with-token", "--store", "file"], ["refresh"]] {
      try sandbox.run(words, input: Array(World.token.utf8)).expectFailure(
        5, "the response redirects in a loop or to another server")
    }
    #expect(!other.requests.isEmpty)
    for request in other.requests {
      #expect(request.headers["Authorization"] == nil, "\(request)")
      #expect(request.headers.fields.allSatisfy { !$0.value.contains(World.token) }, "\(request)")
      #expect(!request.target.contains(World.token) && request.body.isEmpty, "\(request)")
    }
  }

  // MARK: Plain HTTP

  @Test func `refuses plain HTTP to other machines`() throws {
    let name = "COMMITDIARY_API_URL"
    try sandbox.logIn(World.token, "--store", "file")
    let requests = gitHub.requests.count
    for (value, says) in [
      ("http://127.0.0.1.example.com", "unencrypted connection"),
      ("https://octocat:pw@github.com", "not a valid server address"),
    ] {
      for words in [["login", "--store", "file"], ["refresh"]] {
        try sandbox.run(words, environment: [name: value]).expectRefusal(2, "\(name)=", says)
      }
      try sandbox.run("status", environment: [name: value]).expectFailure(2, says)
    }
    #expect(gitHub.requests.count == requests)
  }

  // MARK: Certificates

  @Test func `an untrusted certificate is refused before sending`() throws {
    let maker = try CertificateMaker()
    let server = try TLSServer.relay(maker, toPort: gitHub.server.port)
    let other = try CertificateMaker()
    let api = ["COMMITDIARY_API_URL": server.url + "api", "COMMITDIARY_WEB_URL": server.url]
    for environment in [api, api.merging(["SSL_CERT_FILE": other.path]) { $1 }] {
      try take(environment: environment).expectRefusal(
        5, "the certificate of localhost cannot be verified: ", "SSL_CERT_FILE")
      try sandbox.run("login", "--store", "file", environment: environment)
        .expectFailure(5, "the certificate of localhost cannot be verified: ")
      try sandbox.run("doctor", "--json", environment: environment).expect(1)
    }
    #expect(gitHub.requests.isEmpty)
    #expect(!File.exists(sandbox.tokens))
  }

  // MARK: Other hosts

  /// A GitHub Enterprise server behind a proxy that knows its address.
  @Test(arguments: [
    ("GitHub.Example.com:8443", "github.example.com:8443", "/api/v3", "github.example.com:8443"),
    ("octo.ghe.com", "octo.ghe.com", "", "api.octo.ghe.com:443"),
  ])
  func `an enterprise host gets only its own token`(
    typed: String, host: String, path: String, server: String
  ) throws {
    let company = try LoopbackServer { request in
      guard request.headers["Authorization"] == "Bearer \(World.otherToken)" else {
        return .json(["message": "Bad credentials"], status: 401)
      }
      return request.path == "\(path)/user"
        ? .json(
          ["login": "hubot", "id": 7, "name": "Hubot"], headers: [("X-OAuth-Scopes", "repo")])
        : .json(["message": "Not Found"], status: 404)
    }
    let maker = try CertificateMaker()
    let names = "DNS:github.example.com,DNS:api.octo.ghe.com"
    let relay = try TLSServer.relay(maker, for: names, toPort: company.port)
    let port = relay.port
    let proxy = try LoopbackServer { _ in .tunnel(toPort: port) }
    sandbox.environment = sandbox.environment.adding([
      "https_proxy": proxy.url, "SSL_CERT_FILE": maker.path,
    ])
    try sandbox.logIn(World.token, "--store", "file")
    // A token for github.com in the environment is not used there.
    let environment = ["GH_TOKEN": World.token]
    try sandbox.run(
      "login", "--with-token", "--store", "file", "--host", typed, environment: environment,
      input: Array(World.otherToken.utf8)
    ).expect(0, error: "Logged in as hubot on \(host).")
    #expect(proxy.requests.map(\.target) == [server])
    #expect(company.requests.map(\.path) == ["\(path)/user"])

    let before = gitHub.requests.count
    let accounts = try sandbox.standing(environment: environment)
    #expect(accounts.count == 2, "\(accounts)")
    let account = accounts.first { $0["active"] == true }
    #expect(account?["host"] == .string(host) && account?["login"] == "hubot", "\(accounts)")
    #expect(account?["source"] == "file")
    #expect(gitHub.requests.count == before)
    #expect(try sandbox.standing("--account", "octocat").count == 2)
    #expect(gitHub.requests.count == before + 1)
    // Nor is the output of the token command.
    let program = "[\"echo\", \"\(World.token)\"]"
    _ = try sandbox.run("config", "set", "github.tokenCommand", program)
    let asked = company.requests.count
    let own = try sandbox.standing()
    #expect(own.map { $0["source"] } == ["file", "file"], "\(own)")
    #expect(own.first { $0["active"] == true }?["host"] == .string(host), "\(own)")
    #expect(company.requests.count == asked + 1)
    let renewed = try sandbox.logIn(World.otherToken, "--store", "file", "--host", typed)
    #expect(renewed.error.contains("Logged in as hubot on \(host)."))
    #expect(
      company.requests.allSatisfy { $0.headers["Authorization"] == "Bearer \(World.otherToken)" })
    #expect(gitHub.requests.allSatisfy { $0.headers["Authorization"] == "Bearer \(World.token)" })

    try sandbox.run("logout", "--yes", "--host", typed).expect(
      0, error: "Logged hubot out of \(host).", without: "github.tokenCommand")
    let last = company.requests.count
    for words in [["refresh"], ["status"], ["graph"], ["graph", "--user", "hubot"]] {
      let outcome = try sandbox.run(words + ["--account", "\(host)/hubot"])
      #expect(
        company.requests.dropFirst(last).allSatisfy { $0.headers["Authorization"] == nil },
        "\(words): \(outcome.testDescription)")
    }
    // If the token can only be for github.com, the account that was used last is ignored.
    #expect(try sandbox.run("logout", "--yes").status == 0)
    try SQLiteFile(sandbox.journal).open()
      .run("UPDATE account SET refreshed_at = 1 WHERE host <> 'github.com'")
    #expect(try sandbox.standing().map { $0["login"] } == ["octocat"])
    #expect(try sandbox.standing().map { $0["host"] } == ["github.com"])
  }

  @Test(arguments: ["", "no host", "http://github.com", "octocat@github.com", "github.com/octocat"])
  func `refuses an invalid host name`(typed: String) throws {
    try take("--host", typed).expectRefusal(2)
    #expect(gitHub.requests.isEmpty)
  }
}
