import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// The login in the browser, with every response of the server.
@Suite(.inProcess) struct LoginTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
  }

  private func logIn(_ words: String..., script: [StandIn.DeviceFlow.Reply]) throws -> Outcome {
    gitHub.change { $0.device.script = script }
    return try sandbox.run(["login", "--store", "file"] + words)
  }

  struct Course: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var script: [StandIn.DeviceFlow.Reply]
    var polls: Int
    var hasTrouble = true
  }

  @Test(arguments: [
    Course(
      testDescription: "after a while", script: [.pending, .pending, .success], polls: 3,
      hasTrouble: false),
    Course(
      testDescription: "over connections that drop", script: [.dropped, .dropped, .success],
      polls: 3),
    Course(
      testDescription: "past a page of the network's own",
      script: [.answer(.redirect(to: "http://127.0.0.1:1/terms")), .success], polls: 2),
  ])
  func `shows a code, waits and stores the token`(_ course: Course) throws {
    let outcome = try logIn(script: course.script)
    #expect(outcome.status == 0 && outcome.output == "", "\(outcome.testDescription)")
    let lines = outcome.error.split(separator: "\n")
    let start = try #require(
      lines.firstIndex(of: "Open this page: \(gitHub.webURL)/login/device"),
      "\(outcome.testDescription)")
    #expect(lines[start + 1] == "Enter this code: WDJB-MJHT", "\(outcome.testDescription)")
    #expect(lines.contains("Logged in as octocat on github.com."), "\(outcome.testDescription)")
    let troubles = lines.filter { $0 == "GitHub cannot be reached; retrying." }
    #expect(troubles.count == (course.hasTrouble ? 1 : 0), "\(outcome.testDescription)")
    #expect(gitHub.polls.count == course.polls)
    #expect(gitHub.polls.allSatisfy { !$0.wasTooEarly })
    #expect(gitHub.requests(to: "/user").count == 1)
    #expect(try sandbox.text(of: sandbox.tokens).contains(World.token))
    #expect(try sandbox.standing().map { $0["login"] } == ["octocat"])
  }

  struct End: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var reply: StandIn.DeviceFlow.Reply
    var status: Int32 = 1
    var says: String
  }

  @Test(arguments: [
    End(testDescription: "denied", reply: .denied, says: "the login was denied in the browser"),
    End(
      testDescription: "expired", reply: .expired,
      says: "Run “commitdiary login” to get a new code."
    ),
    End(
      testDescription: "of an address that was not verified", reply: .unverifiedAddress,
      says: "this account must verify its email address first"),
    End(
      testDescription: "unsupported", reply: .error("unsupported_grant_type"),
      says: "unsupported_grant_type"),
    End(
      testDescription: "of an app without such logins", reply: .error("device_flow_disabled"),
      says: "login --with-token"),
    End(
      testDescription: "with what is no token",
      reply: .answer(.json(["access_token": "two words", "token_type": "bearer"])), status: 5,
      says: "unexpected response from GitHub"),
  ])
  func `a failed login says why and stores nothing`(_ end: End) throws {
    let outcome = try logIn(script: [.pending, end.reply])
    outcome.expectFailure(end.status, end.says)
    #expect(outcome.output == "")
    #expect(gitHub.polls.count == 2)
    try expectNothingKept()
    let last = try #require(
      logIn("--json", script: [end.reply]).error.split(separator: "\n").last)
    #expect(Shape.failure.faults(in: try JSONParser.parse(Array(last.utf8))) == [], "\(last)")
  }

  private func expectNothingKept() throws {
    #expect(!File.exists(sandbox.tokens) && !File.exists(sandbox.config))
    #expect(try sandbox.standing() == [])
  }

  @Test(arguments: [
    ("of an app that may not", Int32(1), "Device Flow must be explicitly enabled for this App"),
    ("on a server without such logins", 1, "login --with-token"),
    ("on a server that fails", 5, "503"),
  ])
  func `a login that cannot start shows no code`(what: String, status: Int32, says: String) throws {
    let path = "/login/device/code"
    switch what {
    case "of an app that may not": gitHub.change { $0.device.isDisabled = true }
    case "on a server without such logins": gitHub.change { $0.device.isAvailable = false }
    default: gitHub.next(matching: path, do: .unavailable())
    }
    let outcome = try logIn(script: [.success])
    outcome.expectRefusal(status)
    outcome.expectFailure(status, says)
    #expect(gitHub.polls.isEmpty)
    try expectNothingKept()
  }

  @Test func `without a client id explains what to do`() throws {
    sandbox.environment["COMMITDIARY_CLIENT_ID"] = nil
    let outcome = try logIn(script: [.success])
    outcome.expectRefusal(1)
    outcome.expectFailure(1, "no OAuth app is set up", "login --with-token", "github.clientID")
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
  func `requests and shows the scopes`(
    words: [String], asked: String, scopes: [String]
  ) throws {
    gitHub.change { $0.device.script = [.success] }
    let outcome = try sandbox.run(["login", "--store", "file"] + words)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(gitHub.requests.first?.form()["scope"] == asked)
    let said = asked.split(separator: " ").joined(separator: " and ")
    #expect(
      outcome.error.contains("Requested scopes: \(said). Use --scopes to request fewer.\n"),
      "\(outcome.testDescription)")
    let isLess = !scopes.contains("repo")
    #expect(
      outcome.error.contains("Without the scope “repo”, private repositories are not included.")
        == isLess, "\(outcome.testDescription)")
    #expect(
      try sandbox.standing().first?["scopes"] == .array(scopes.map(JSONValue.string)))
  }

  @Test func `asks GitHub for the account`() throws {
    gitHub.change { $0.device.login = "hubot" }
    let outcome = try logIn("--json", script: [.success])
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let account = try outcome.json()
    #expect(Shape.account.faults(in: account) == [])
    #expect(account["login"] == "hubot" && account["source"] == "file")
    #expect(account["active"] == true && account["host"] == "github.com")
    #expect(try sandbox.text(of: sandbox.tokens).contains(World.otherToken))
  }

  @Test func `--quiet shows only the code`() throws {
    let outcome = try logIn("--quiet", script: [.pending, .success])
    #expect(
      outcome.error
        == "Open this page: \(gitHub.webURL)/login/device\nEnter this code: WDJB-MJHT\n",
      "\(outcome.testDescription)")
    #expect(outcome.status == 0 && outcome.output == "")
  }

  @Test func `refuses login with --offline`() throws {
    try sandbox.run("login", "--store", "file", "--offline").expectRefusal(5)
    #expect(gitHub.requests.isEmpty)
  }
}
