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
    gitHub = try sandbox.useGitHub()
  }

  private static let waysOut = [
    "--store file", "github.tokenCommand", "COMMITDIARY_TOKEN",
  ]

  @Test func `stores, uses and removes a token in the keyring`() throws {
    let service = try sandbox.useKeyring()
    try sandbox.run("login").expect(0, error: "The token is saved in the keyring.\n")
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
    try sandbox.run("status").expect(output: "Token: in the keyring")
    #expect(try sandbox.run("refresh").status == 0)

    try sandbox.run("logout", "--yes").expect(0)
    #expect(try service.numberOfItems() == 0)
    #expect(try sandbox.standing() == [])
  }

  @Test func `a token moves between keyring and file and is in only one`() throws {
    let service = try sandbox.useKeyring()
    try sandbox.logIn()
    try sandbox.logIn(World.token, "--store", "file")
    #expect(try service.numberOfItems() == 0)
    #expect(File.exists(sandbox.tokens))
    try sandbox.logIn(World.token, "--store", "keyring")
    #expect(try service.numberOfItems() == 1)
    #expect(!File.exists(sandbox.tokens))
  }

  @Test(arguments: ["locked", "gone"], [["--with-token"], []])
  func `the token file works without a keyring`(state: String, words: [String]) throws {
    let service = try sandbox.useKeyring()
    try sandbox.logIn()
    if state == "locked" {
      try service.lock()
    } else {
      sandbox.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    }
    let login = try sandbox.run(
      ["login", "--store", "file"] + words, input: Array(World.token.utf8)
    ).expect(0)
    let reason =
      state == "locked"
      ? "the keyring is locked" : "no keyring is available, because there is no session bus"
    #expect(
      login.error.contains("An older token may still be stored (keyring): \(reason)"),
      "\(login.testDescription)")
    #expect(try sandbox.standing().map { $0["source"] } == ["file"])
    let logout = try sandbox.run("logout", "--yes").expect(0)
    #expect(!File.exists(sandbox.tokens), "\(logout.testDescription)")
  }

  @Test func `the keyring works with a broken token file`() throws {
    let service = try SecretService()
    sandbox.use(service)
    try sandbox.logIn(World.token, "--store", "file")
    try File.writeAtomically(Array("[1".utf8), to: sandbox.tokens)
    try sandbox.run("login", "--store", "keyring").expect(
      0, error: "An older token may still be stored (\(sandbox.tokens)")
    #expect(try sandbox.standing().map { $0["source"] } == ["keyring"])
    #expect(try sandbox.text(of: sandbox.tokens) == "[1")
  }

  @Test func `distinguishes a locked keyring from one without a token`() throws {
    let service = try sandbox.useKeyring()
    try sandbox.logIn()
    try service.lock()
    let requests = gitHub.requests.count
    for words in [["login"], ["refresh"], ["logout", "--yes"]] {
      try sandbox.run(words).expectRefusal(4, "the keyring is locked", "Unlock the keyring")
    }
    try sandbox.run("status").expectFailure(4, "the keyring is locked").expect(
      output: "octocat", "the keyring is locked")
    let json = try sandbox.run("status", "--json").expect(4)
    #expect(Shape.status.faults(in: try json.json()) == [], "\(json.testDescription)")
    #expect(try json.json()["accounts"]?.array?.count == 1)
    #expect(try JSONParser.parse(json.errorBytes)["error"]?["code"] == "keyringLocked")
    // Without the account's token, no anonymous request is sent.
    #expect(gitHub.requests.count == requests)

    try service.restart(.keyring(password: "pw"))
    #expect(try sandbox.standing().map { $0["login"] } == ["octocat"])
    #expect(try service.numberOfItems() == 1)
    #expect(try sandbox.run("logout", "--yes").status == 0)
    #expect(try service.numberOfItems() == 0)
  }

  @Test func `a wrong password leaves the keyring locked for login`() throws {
    let service = try sandbox.useKeyring()
    try sandbox.logIn()
    try service.restart(.keyring(password: "wrong"))
    try sandbox.run("refresh").expectFailure(4, "the keyring is locked")
  }

  @Test func `a token removed from the keyring is missing, not locked`() throws {
    let service = try sandbox.useKeyring()
    try sandbox.logIn()
    // Another sandbox has another journal but the same keyring.
    let other = try Sandbox(clone: nil)
    other.use(gitHub)
    other.use(service)
    try other.logIn()
    #expect(try other.run("logout", "--yes").status == 0)

    try sandbox.run("status").expectFailure(
      4, "the saved token for octocat is missing", "commitdiary login")
    try sandbox.run("refresh").expectFailure(4, "the saved token for octocat is missing")
    #expect(try sandbox.run("logout", "--yes").status == 0)
    #expect(try sandbox.standing() == [])
  }

  /// No bus, nobody on the bus, and no keyring yet.
  @Test(
    arguments: [
      (nil, "no keyring is available, because there is no session bus"),
      (.nobody, "no keyring service is running"),
      (.keyringUnborn, "the keyring service has no keyring yet"),
    ] as [(SecretService.Provider?, String)])
  func `login says before the code is shown that a token cannot be stored`(
    provider: SecretService.Provider?, says: String
  ) throws {
    let service = try provider.map { try SecretService($0) }
    if let service { sandbox.use(service) }
    for words in [["login"], ["login", "--with-token"], ["login", "--from-gh"]] {
      let outcome = try sandbox.run(words, input: Array(World.token.utf8)).expectRefusal(4, says)
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
    try sandbox.run("doctor", "--json").expect(0)
  }

  /// Every wait here ends at its deadline. The commands run at the same time.
  @Test func `stops waiting for the keyring at the deadline`() throws {
    let service = try sandbox.useKeyring()
    try sandbox.logIn()
    let deaf = try GitHubStandIn(World.people())
    deaf.next(matching: "/", times: 99, do: .never)
    service.freezeProvider()
    let requests = gitHub.requests.count
    let variables = deaf.environment.map { "\($0)=\($1)" }.joined(separator: " ")
    try File.makeDirectory(sandbox.file("slow/commitdiary"))
    try sandbox.write(
      "{\"github.tokenCommand\": [\"sleep\", \"600\"]}",
      to: sandbox.file("slow/commitdiary/config.json"))
    let token = "COMMITDIARY_TOKEN=\(World.token)"
    let slow = "XDG_CONFIG_HOME=\"$sandbox/slow\""
    let lines = [
      "login": "login", "refresh": "refresh", "status": "status", "logout": "logout --yes",
      "deaf": "status", "command": "refresh",
    ]
    let before = ["deaf": "\(variables) \(token)", "command": slow]
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
      try sandbox.run(words).expect(0)
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
