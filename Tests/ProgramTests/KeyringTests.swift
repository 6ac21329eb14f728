import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// Accounts with a token in a real Secret Service, and logins without one.
@Suite struct KeyringTests {
  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox()
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
  }

  private static let waysOut = [
    "login --with-token --store file", "github.tokenCommand", "COMMITDIARY_TOKEN",
  ]

  @Test func `stores, uses and removes a token in the keyring`() throws {
    let service = try SecretService()
    sandbox.use(service)
    let login = try sandbox.run("login")
    #expect(login.status == 0, "\(login.testDescription)")
    #expect(login.error.contains("The token is saved in the keyring.\n"))
    let items = try service.items(with: ["host": "github.com", "account": "octocat"])
    #expect(items.count == 1)
    let item = try #require(items.first)
    #expect(
      try service.property("Label", ofItem: item).contains("'commitdiary: octocat on github.com'"))
    #expect(
      try service.property("Attributes", ofItem: item).contains("io.github.commitdiary.Token"))
    #expect(!File.exists(sandbox.tokens))

    // A second login replaces the token without a question.
    #expect(try sandbox.run("login").status == 0)
    #expect(try service.numberOfItems() == 1)
    let account = try #require(try sandbox.standing().first)
    #expect(account["source"] == "keyring" && account["active"] == true)
    #expect(account["rateLimit"]?["limit"] == 5000)
    let text = try sandbox.run("status").output
    #expect(text.contains("Token: in the keyring"), "\(text)")
    #expect(try sandbox.run("refresh").status == 0)

    let logout = try sandbox.run("logout", "--yes")
    #expect(logout.status == 0, "\(logout.testDescription)")
    #expect(try service.numberOfItems() == 0)
    #expect(try sandbox.standing() == [])
  }

  @Test func `a token moves between keyring and file and is in only one`() throws {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn()
    try sandbox.logIn(World.token, "--store", "file")
    #expect(try service.numberOfItems() == 0)
    #expect(File.exists(sandbox.tokens))
    try sandbox.logIn(World.token, "--store", "keyring")
    #expect(try service.numberOfItems() == 1)
    #expect(!File.exists(sandbox.tokens))
  }

  @Test(arguments: ["locked", "gone"], [["--with-token"], []])
  func `the token file works without a keyring`(
    state: String, words: [String]
  ) throws {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn()
    if state == "locked" {
      try service.lock()
    } else {
      sandbox.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    }
    let login = try sandbox.run(
      ["login", "--store", "file"] + words, input: Array(World.token.utf8))
    #expect(login.status == 0, "\(login.testDescription)")
    let reason =
      state == "locked"
      ? "the keyring is locked" : "no keyring is available, because there is no session bus"
    #expect(
      login.error.contains("An older token may still be in the keyring: \(reason)"),
      "\(login.testDescription)")
    #expect(try sandbox.standing().map { $0["source"] } == ["file"])
    let logout = try sandbox.run("logout", "--yes")
    #expect(logout.status == 0 && !File.exists(sandbox.tokens), "\(logout.testDescription)")
  }

  @Test func `the keyring works with a broken token file`()
    throws
  {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn(World.token, "--store", "file")
    try File.writeAtomically(Array("[1".utf8), to: sandbox.tokens)
    let login = try sandbox.run("login", "--store", "keyring")
    #expect(login.status == 0, "\(login.testDescription)")
    #expect(
      login.error.contains("An older token may still be in the file \(sandbox.tokens)"),
      "\(login.testDescription)")
    #expect(try sandbox.standing().map { $0["source"] } == ["keyring"])
    #expect(try sandbox.text(of: sandbox.tokens) == "[1")
  }

  @Test func `distinguishes a locked keyring from one without a token`() throws {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn()
    try service.lock()
    let requests = gitHub.requests.count
    for words in [["login"], ["refresh"], ["logout", "--yes"]] {
      let outcome = try sandbox.run(words)
      outcome.expectRefusal(4)
      outcome.expectFailure(4, "the keyring is locked", "Unlock it")
    }
    let status = try sandbox.run("status")
    status.expectFailure(4, "the keyring is locked")
    #expect(status.output.contains("octocat"), "\(status.testDescription)")
    #expect(status.output.contains("the keyring is locked"), "\(status.testDescription)")
    let json = try sandbox.run("status", "--json")
    #expect(json.status == 4)
    #expect(Shape.status.faults(in: try json.json()) == [], "\(json.testDescription)")
    #expect(try json.json()["accounts"]?.array?.count == 1)
    let error = try JSONParser.parse(json.errorBytes)["error"]
    #expect(error?["code"] == "keyringLocked", "\(json.testDescription)")
    // Without the account's token, no anonymous request is sent.
    #expect(gitHub.requests.count == requests)

    try service.restart(.keyring(password: "pw"))
    #expect(try sandbox.standing().map { $0["login"] } == ["octocat"])
    #expect(try service.numberOfItems() == 1)
    #expect(try sandbox.run("logout", "--yes").status == 0)
    #expect(try service.numberOfItems() == 0)
  }

  @Test func `a wrong password leaves the keyring locked for login`() throws {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn()
    try service.restart(.keyring(password: "wrong"))
    try sandbox.run("refresh").expectFailure(4, "the keyring is locked")
  }

  @Test func `a token removed from the keyring is missing, not locked`() throws {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn()
    // Another sandbox has another journal but the same keyring.
    let other = try Sandbox(clone: nil)
    other.use(gitHub)
    other.use(service)
    try other.logIn()
    #expect(try other.run("logout", "--yes").status == 0)

    let status = try sandbox.run("status")
    status.expectFailure(
      4, "the saved token for octocat is missing", "commitdiary login")
    try sandbox.run("refresh").expectFailure(
      4, "the saved token for octocat is missing")
    #expect(try sandbox.run("logout", "--yes").status == 0)
    #expect(try sandbox.standing() == [])
  }

  struct Absence: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// `nil` if there is no bus.
    var provider: SecretService.Provider?
    var says: String
  }

  static let absences = [
    Absence(
      testDescription: "no bus", says: "no keyring is available, because there is no session bus"),
    Absence(
      testDescription: "nobody on the bus", provider: .nobody, says: "no keyring service is running"
    ),
    Absence(
      testDescription: "no keyring yet", provider: .keyringUnborn,
      says: "the keyring service has no keyring yet"),
  ]

  @Test(arguments: absences)
  func `login says before the code is shown that a token cannot be stored`(
    _ absence: Absence
  ) throws {
    let service = try absence.provider.map { try SecretService($0) }
    if let service { sandbox.use(service) }
    for words in [["login"], ["login", "--with-token"], ["login", "--from-gh"]] {
      let outcome = try sandbox.run(words, input: Array(World.token.utf8))
      outcome.expectRefusal(4)
      outcome.expectFailure(4, absence.says)
      for way in Self.waysOut {
        #expect(outcome.failure.last?.contains(way) == true, "\(outcome.testDescription)")
      }
    }
    #expect(gitHub.requests.isEmpty)
    // The token is not saved in a file unless the user chooses that.
    #expect(!File.exists(sandbox.tokens))

    // The alternatives in the hint work.
    let environment = ["COMMITDIARY_TOKEN": World.token]
    #expect(try sandbox.standing(environment: environment).first?["login"] == "octocat")
    _ = try sandbox.run("config", "set", "github.tokenCommand", "printf %s \(World.otherToken)")
    #expect(try sandbox.standing().first?["login"] == "hubot")
    _ = try sandbox.run("config", "unset", "github.tokenCommand")
    try sandbox.logIn(World.token, "--store", "file")
    #expect(try sandbox.standing().first?["source"] == "file")
    // `doctor` does not require a keyring if no token is saved in it.
    let doctor = try sandbox.run("doctor", "--json")
    #expect(doctor.status == 0, "\(doctor.testDescription)")
  }

  /// Every wait here ends at its deadline. The commands run at the same time.
  @Test func `stops waiting for the keyring at the deadline`() throws {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn()
    let deaf = try GitHubStandIn(World.people())
    deaf.next(matching: "/", times: 99, do: .never)
    service.freezeProvider()
    let requests = gitHub.requests.count
    let variables = deaf.environment.map { "\($0)=\($1)" }.joined(separator: " ")
    try File.makeDirectory(sandbox.file("slow/commitdiary"))
    try File.writeAtomically(
      Array("{\"github.tokenCommand\": [\"sleep\", \"600\"]}".utf8),
      to: sandbox.file("slow/commitdiary/config.json"))
    let token = "COMMITDIARY_TOKEN=\(World.token)"
    let slow = "XDG_CONFIG_HOME=\"$sandbox/slow\""
    let lines = [
      "login": "login", "refresh": "refresh", "status": "status", "logout": "logout --yes",
      "deaf": "status", "command": "refresh",
    ]
    let before = [
      "deaf": "\(variables) \(token)", "command": slow,
    ]
    try sandbox.shell(
      lines.map { name, line in
        "{ env \(before[name] ?? "") \"$commitdiary\" \(line) >\"$sandbox/\(name).out\" "
          + "2>\"$sandbox/\(name).err\"; echo $? >\"$sandbox/\(name).rc\"; } &"
      }.joined(separator: "\n") + "\nwait")
    // None has waited for the library's own 25 seconds or more: the messages have other limits.
    for (name, status, says) in [
      ("login", "4", "the keyring did not respond within 5 seconds"),
      ("refresh", "4", "the keyring did not respond within 5 seconds"),
      ("status", "4", "the keyring did not respond within 5 seconds"),
      ("logout", "4", "the keyring did not respond within 5 seconds"),
      ("command", "4", "“sleep” timed out"),
    ] {
      let error = try sandbox.text(of: sandbox.file("\(name).err"))
      #expect(
        try sandbox.text(of: sandbox.file("\(name).rc")) == "\(status)\n", "\(name): \(error)")
      #expect(error.contains(says), "\(name): \(error)")
      #expect(error.split(separator: "\n").count == 2, "\(name): \(error)")
    }
    let deafness = try sandbox.text(of: sandbox.file("deaf.out"))
    #expect(try sandbox.text(of: sandbox.file("deaf.rc")) == "0\n")
    #expect(deafness.contains("127.0.0.1 did not respond within 5 seconds"), "\(deafness)")
    // No request was sent without the token.
    #expect(gitHub.requests.count == requests, "\(gitHub.requests)")
  }

  @Test func `other commands use neither keyring nor GitHub`() throws {
    // A bus that only counts connections.
    let bus = try LoopbackServer { _ in .never }
    try sandbox.logIn(World.token, "--store", "file")
    let requests = gitHub.requests.count
    sandbox.environment["DBUS_SESSION_BUS_ADDRESS"] = "tcp:host=127.0.0.1,port=\(bus.port)"
    for words in [
      ["notes", "add", "--body", "a note"], ["notes", "list"], ["notes", "list", "--json"],
      ["notes", "search", "note"], ["commits"], ["commits", "--json"], ["repos"],
      ["config", "list"], ["status", "--offline"], ["--version"], ["--help"],
    ] {
      let outcome = try sandbox.run(words)
      #expect(outcome.status == 0, "\(words) \(outcome.testDescription)")
    }
    #expect(bus.connections == 0)
    #expect(gitHub.requests.count == requests)
    // A token in the environment or in a file needs no keyring either.
    #expect(try sandbox.run("status").status == 0)
    let environment = ["COMMITDIARY_TOKEN": World.otherToken]
    #expect(try sandbox.standing(environment: environment).first?["login"] == "hubot")
    #expect(bus.connections == 0)
    // A check that the bus counts connections.
    try sandbox.run("login").expectRefusal(4)
    #expect(bus.connections > 0)
  }
}
