import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// Tokens from the environment or from a command.
@Suite(.inProcess) struct ExternalTokenTests {
  private static let names = ["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]

  private let sandbox: Sandbox
  private let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox()
    gitHub = try sandbox.useGitHub()
  }

  // MARK: The environment

  @Test func `reads three variables in order, skipping empty ones`() throws {
    let wrong = "gho_of_nobody"
    for index in 0..<3 {
      var environment = [Self.names[index]: World.token]
      for name in Self.names[(index + 1)...] { environment[name] = wrong }
      for name in Self.names[..<index] { environment[name] = "" }
      let account = try #require(try sandbox.standing(environment: environment).first)
      expect(account, has: ["login": "octocat", "source": "environment", "active": true])
      try sandbox.run("status", environment: environment).expect(
        output: "Token: from \(Self.names[index])")
    }
    #expect(gitHub.requests.allSatisfy { $0.headers["Authorization"] == "Bearer \(World.token)" })
  }

  @Test func `overrides a stored token and is never stored`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    let environment = ["GH_TOKEN": World.otherToken]
    let accounts = try sandbox.standing(environment: environment)
    #expect(accounts.map { $0["source"] } == ["environment", "file"])
    #expect(accounts.map { $0["login"] } == ["hubot", "octocat"])
    #expect(accounts.map { $0["active"] } == [true, false])
    #expect(try sandbox.run("refresh", environment: environment).status == 0)
    #expect(try FolderContents(sandbox.path).files(holding: World.otherToken) == [])
    #expect(try sandbox.standing("--offline").map { $0["active"] } == [true])
  }

  @Test func `while a variable has a token, login and logout refuse`() throws {
    let environment = ["GH_TOKEN": World.token]
    for words in [
      ["login"], ["login", "--with-token"], ["login", "--from-gh"], ["logout", "--yes"],
    ] {
      try sandbox.run(
        words, environment: environment, input: Array(World.otherToken.utf8)
      ).expectRefusal(
        1, "the token from GH_TOKEN takes precedence over saved tokens", "unset GH_TOKEN")
    }
    #expect(gitHub.requests.isEmpty)
  }

  @Test func `a refusal names the variable and the stored account`() throws {
    let environment = ["GH_TOKEN": "gho_of_nobody"]
    try sandbox.run("refresh", environment: environment).expectFailure(
      4, "GitHub rejected the token (GH_TOKEN)", "Set GH_TOKEN to a new token")
    try sandbox.logIn(World.token, "--store", "file")
    for words in [["refresh"], ["status"]] {
      let outcome = try sandbox.run(words, environment: environment).expectFailure(
        4, "GitHub rejected the token (GH_TOKEN)",
        "unset it to use the account that is logged in.")
      #expect(!(outcome.output + outcome.error).contains("gho_"), "\(outcome.testDescription)")
    }
  }

  @Test func `refuses an invalid variable without sending it`() throws {
    for value in ["two words", " "] {
      try sandbox.run("refresh", environment: ["GH_TOKEN": value]).expectFailure(
        4, "not a valid token", "Set GH_TOKEN to a new token"
      ).expect(without: "two words")
    }
    #expect(gitHub.requests.isEmpty)
  }

  @Test func `--account is not overridden by another account's token`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    let environment = ["GH_TOKEN": World.otherToken]
    for words in [["refresh"], ["refresh", "--repo", "octocat/hello"], ["status"], ["graph"]] {
      try sandbox.run(words + ["--account", "octocat"], environment: environment).expectFailure(
        4, "the token from GH_TOKEN belongs to hubot, not to octocat", "change GH_TOKEN")
    }
    // Only the token's owner was requested, and none of its data is saved.
    #expect(gitHub.requests.allSatisfy { $0.path == "/api/user" }, "\(gitHub.requests)")
    try sandbox.run("repos", "--account", "hubot").expectFailure(4, "no account “hubot”")
    try sandbox.run("refresh", "--account", "octocat", environment: ["GH_TOKEN": World.token])
      .expect(0)
  }

  @Test(arguments: [
    ["graph"], ["streak"], ["repos"], ["graph", "--account", "octocat"],
    ["repos", "--account", "github.com/octocat"],
  ])
  func `the first command looks up the owner and stores it`(words: [String]) throws {
    gitHub.change { $0.contributions["octocat"] = ["2026-11-20": 7] }
    let environment = ["COMMITDIARY_TOKEN": World.token, "COMMITDIARY_NOW": GitHubStage.now]
    try sandbox.shell("git config user.email author@example.com")
    let offline = try sandbox.run(words + ["--offline"], environment: environment)
    #expect(offline.status == (words == ["graph"] || words == ["streak"] ? 0 : 4))
    #expect(gitHub.requests.isEmpty)
    let outcome = try sandbox.run(words, environment: environment).expect(0)
    let printed = outcome.output + outcome.error
    #expect(
      printed.contains(words[0] == "repos" ? "commitdiary refresh" : "octocat"),
      "\(outcome.testDescription)")
    #expect(gitHub.requests.count { $0.path == "/api/user" } == 1)
    // The journal knows the account from now on.
    try sandbox.run(words + ["--offline"], environment: environment).expect(0)
    let accounts = try sandbox.standing("--offline", environment: environment)
    #expect(accounts.map { $0["login"] } == ["octocat"])
    #expect(try FolderContents(sandbox.path).files(holding: World.token) == [])
  }

  @Test func `a prompt does not look up the owner`() throws {
    let environment = ["GH_TOKEN": World.token]
    try sandbox.shell("git config user.email author@example.com")
    #expect(try sandbox.run("streak", "--short", environment: environment).status == 0)
    #expect(gitHub.requests.isEmpty)
    for answer in [
      Answer.json(["message": "Resource not accessible"], status: 403), .unavailable(),
    ] {
      gitHub.next(matching: "/user", times: 9, do: answer)
      let graph = try sandbox.run("graph", "--json", environment: environment)
      #expect(try graph.json()["source"] == "local", "\(graph.testDescription)")
      #expect(graph.error.contains("Not included: "), "\(graph.testDescription)")
      gitHub.forgetInterventions()
    }
    gitHub.next(matching: "/user", times: 9, do: .unavailable())
    try sandbox.run("repos", environment: environment).expectFailure(5)
    gitHub.forgetInterventions()
    for words in [["graph"], ["repos"]] {
      try sandbox.run(words, environment: ["GH_TOKEN": "gho_of_nobody"])
        .expectFailure(4, "GitHub rejected the token (GH_TOKEN)")
    }
    // The first of these commands determines the token's owner.
    for words in [["graph"], ["repos"]] {
      try sandbox.run(words + ["--account", "hubot"], environment: environment)
        .expectFailure(4, "no account “hubot”")
    }
  }

  // MARK: A command

  private func print(_ command: [String]) throws {
    let words = JSONValue.array(command.map(JSONValue.string)).text(.compact)
    try sandbox.run("config", "set", "github.tokenCommand", words).expect(0)
  }

  @Test func `runs the token command without a shell`() throws {
    let seen = sandbox.file("seen")
    let program = try sandbox.makeScript(
      "print",
      "env > '\(seen).env'; printf '%s\\n' \"$@\" > '\(seen)'; echo ' \(World.token) '; echo two")
    try print([program, "$HOME", "a b", "; exit 1", "*"])
    let account = try #require(try sandbox.standing().first)
    expect(account, has: ["login": "octocat", "source": "command", "active": true])
    #expect(try sandbox.text(of: seen) == "$HOME\na b\n; exit 1\n*\n")
    try sandbox.run("status").expect(output: "Token: from github.tokenCommand")
    #expect(try sandbox.run("refresh").status == 0)
    #expect(try FolderContents(sandbox.path).files(holding: World.token) == [program])
  }

  @Test func `while a command gives a token, login and logout refuse`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    let requests = gitHub.requests.count
    try print(["echo", World.otherToken])
    for words in [["login"], ["login", "--with-token"], ["login", "--from-gh"]] {
      try sandbox.run(words, input: Array(World.token.utf8)).expectRefusal(
        1, "the token from github.tokenCommand takes precedence over saved tokens",
        "config unset github.tokenCommand")
    }
    try sandbox.run("logout", "--yes").expect(
      0, error: "The token from github.tokenCommand is still in use.")
    try sandbox.run("logout", "--yes")
      .expectFailure(1, "github.tokenCommand takes precedence over saved tokens")
    #expect(gitHub.requests.count == requests)
  }

  @Test func `--account overrides the environment, which overrides the program`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    try print(["echo", World.otherToken])
    #expect(try sandbox.standing().map { $0["source"] } == ["command", "file"])
    #expect(try sandbox.standing().first?["login"] == "hubot")
    let named = try sandbox.standing("--account", "octocat")
    #expect(named.map { $0["login"] } == ["octocat"] && named.first?["active"] == true)
    let environment = ["COMMITDIARY_TOKEN": World.token]
    let both = try sandbox.standing(environment: environment)
    #expect(both.first?["source"] == "environment" && both.first?["login"] == "octocat")
  }

  @Test func `runs no token program when none is needed`() throws {
    let seen = sandbox.file("seen")
    try print(["touch", seen])
    for words in [["notes", "list"], ["commits"], ["config", "list"]] {
      #expect(try sandbox.run(words).status == 0)
    }
    #expect(!File.exists(seen))
  }
}
