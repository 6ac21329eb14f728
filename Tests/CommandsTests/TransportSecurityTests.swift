import JSON
import Platform
import SQLite
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// Where a token is sent, and where it is not.
@Suite(.inProcess) struct TransportSecurityTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
  }

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
    let shown = try sandbox.run("status")
    #expect(
      shown.output.contains("the response redirects to another server"), "\(shown.testDescription)")
    for words in [["login", "--with-token", "--store", "file"], ["refresh"]] {
      let outcome = try sandbox.run(words, input: Array(World.token.utf8))
      outcome.expectFailure(5, "the response redirects to another server")
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
        let outcome = try sandbox.run(words, environment: [name: value])
        outcome.expectRefusal(2)
        outcome.expectFailure(2, "\(name)=", says)
      }
      try sandbox.run("status", environment: [name: value]).expectFailure(2, says)
    }
    #expect(gitHub.requests.count == requests)
  }

  // MARK: Certificates

  @Test func `an untrusted certificate is refused before sending`()
    throws
  {
    let maker = try CertificateMaker()
    let server = try TLSServer.relay(maker, toPort: gitHub.server.port)
    let other = try CertificateMaker()
    let api = ["COMMITDIARY_API_URL": server.url + "api", "COMMITDIARY_WEB_URL": server.url]
    for environment in [api, api.merging(["SSL_CERT_FILE": other.path]) { $1 }] {
      let outcome = try take(environment: environment)
      outcome.expectRefusal(5)
      outcome.expectFailure(
        5, "the certificate of localhost cannot be verified: ", "SSL_CERT_FILE")
      try sandbox.run("login", "--store", "file", environment: environment)
        .expectFailure(5, "the certificate of localhost cannot be verified: ")
      let doctor = try sandbox.run("doctor", "--json", environment: environment)
      #expect(doctor.status == 1, "\(doctor.testDescription)")
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
    let login = try sandbox.run(
      "login", "--with-token", "--store", "file", "--host", typed, environment: environment,
      input: Array(World.otherToken.utf8))
    #expect(login.status == 0, "\(login.testDescription)")
    #expect(login.error.contains("Logged in as hubot on \(host)."), "\(login.testDescription)")
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
    #expect(
      gitHub.requests.allSatisfy { $0.headers["Authorization"] == "Bearer \(World.token)" })

    let logout = try sandbox.run("logout", "--yes", "--host", typed)
    #expect(logout.status == 0, "\(logout.testDescription)")
    #expect(logout.error.contains("Logged out hubot from \(host)."))
    #expect(!logout.error.contains("github.tokenCommand"), "\(logout.testDescription)")
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
    let outcome = try take("--host", typed)
    outcome.expectRefusal(2)
    #expect(gitHub.requests.isEmpty)
  }
}
