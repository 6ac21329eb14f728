import JSON
import Platform
import SQLite
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The checks of the account and the network.
@Suite(.inProcess) struct DoctorTests {
  private let stage: DoctorStage
  private var sandbox: Sandbox { stage.sandbox }
  private var gitHub: GitHubStandIn { stage.gitHub }

  init() throws { stage = try DoctorStage() }

  @Test func `without login and keyring reports no problem`() throws {
    let found = try stage.examine(status: 0)
    #expect(found["keyring"]?.isFine == true)
    #expect(found["keyring"]?.detail.contains("no session bus") == true)
    #expect(found["token"]?.detail == "not logged in")
    #expect(found["limits"]?.detail.contains("of 60 requests") == true)
    #expect(gitHub.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func `a refused token fails only the token check`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.change { $0.accounts[0].token = nil }
    let found = try stage.examine(status: 1)
    #expect(found["token"]?.isFine == false)
    #expect(found["token"]?.detail == "GitHub rejected the token (octocat)")
    #expect(found["network"]?.isFine == true)
  }

  @Test func `distinguishes a missing network from a missing token`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.stop()
    let found = try stage.examine(status: 1)
    #expect(found["network"]?.isFine == false && found["network"]?.hint != nil)
    #expect(found["token"] == DoctorStage.Finding(isFine: true, detail: "octocat on github.com"))
    #expect(found["limits"] == nil)
  }

  @Test func `reports a reached rate limit`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.limit(login: "octocat", remaining: 0, resetAfter: .seconds(600))
    let found = try stage.examine(status: 1)
    #expect(found["limits"]?.isFine == false)
    #expect(found["limits"]?.detail.hasPrefix("0 of 5,000 requests") == true)
    #expect(found["network"]?.isFine == true && found["token"]?.isFine == true)
  }

  @Test func `skips network checks offline`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    let before = gitHub.requests.count
    let found = try stage.examine("--offline", status: 0)
    #expect(
      found["network"] == DoctorStage.Finding(isFine: true, detail: "skipped because of --offline"))
    #expect(gitHub.requests.count == before)
  }

  @Test func `reports a token program without a token`() throws {
    _ = try sandbox.run("config", "set", "github.tokenCommand", "false")
    let found = try stage.examine(status: 1)
    #expect(found["token"]?.isFine == false)
    #expect(found["token"]?.detail == "github.tokenCommand: “false” failed")
  }
}

/// What `doctor` says about the user's clones.
@Suite(.inProcess) struct DoctorCloneTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC") }

  private struct Finding: Equatable {
    var isFine: Bool
    var detail: String
    var hint: String?
  }

  private func examine(_ words: String...) throws -> [String: Finding] {
    let document = try sandbox.json(["doctor", "--offline"] + words)
    #expect(Shape.checks.faults(in: document) == [], "\(document)")
    let checks = (document["checks"]?.array ?? []).map {
      (
        $0["name"]?.string ?? "",
        Finding(
          isFine: $0["ok"] == true, detail: $0["detail"]?.string ?? "", hint: $0["hint"]?.string)
      )
    }
    return Dictionary(checks) { first, _ in
      Issue.record("\(first) and another")
      return first
    }
  }

  private func makeClones() throws {
    try sandbox.make("src/one", of: .daily(3))
    try sandbox.make("src/deep/two", of: .daily(5))
  }

  @Test func `without clones it says how to name them`() throws {
    let found = try examine()
    #expect(found["clones"]?.detail == "none yet")
    #expect(found["clones"]?.hint?.contains("config set clones.paths") == true)
    #expect(found["clones.paths"] == nil)
    #expect(!File.exists(sandbox.journal))
    try sandbox.run("doctor", "--offline").expect(output: "– clones  none yet")
  }

  @Test func `counts the clones of the directories`() throws {
    try makeClones()
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
    // Before and after the clones were read.
    for _ in 0...1 {
      let found = try examine()
      #expect(
        found["clones"]
          == Finding(isFine: true, detail: "2 clones in \(sandbox.file("src"))", hint: nil))
      #expect(found["clones.paths"] == nil)
      _ = try sandbox.graph([])
    }
  }

  @Test func `counts the clones in which the program has run`() throws {
    try makeClones()
    for name in ["src/one", "src/deep/two"] { _ = try sandbox.graph([], in: sandbox.file(name)) }
    let detail = "2 clones in which commitdiary has run"
    #expect(try examine()["clones"] == Finding(isFine: true, detail: detail, hint: nil))
    try sandbox.shell("rm -rf \"$sandbox/src/one\"")
    let found = try examine()["clones"]
    #expect(found?.isFine == true && found?.detail.hasPrefix("1 clone in which") == true)
    #expect(
      found?.detail.contains("other is not included: no such directory") == true, "\(found as Any)")
  }

  @Test func `names paths that are missing or not directories`() throws {
    try makeClones()
    try sandbox.shell("touch \"$sandbox/file\"")
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"), sandbox.file("gone"))
    let one = try examine()
    #expect(one["clones"]?.detail.hasPrefix("2 clones in ") == true)
    #expect(
      one["clones.paths"]?.detail == "no such directory: \(sandbox.file("gone"))",
      "\(one["clones.paths"] as Any)")
    #expect(one["clones.paths"]?.hint?.contains("config edit") == true)
    try sandbox.run("config", "set", "clones.paths", sandbox.file("file"), sandbox.file("gone"))
    let both = try examine()
    let detail = both["clones.paths"]?.detail ?? ""
    #expect(detail.hasPrefix("not searched completely: ") && detail.contains("gone"), "\(detail)")
    #expect(detail.contains(sandbox.file("file")), "\(detail)")
    try sandbox.run("doctor", "--offline").expect(output: "\n! clones.paths  ")
  }

  @Test func `names clones that cannot be read, and saves nothing`() throws {
    try makeClones()
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
    _ = try sandbox.graph([])
    try sandbox.shell(
      """
      cd "$sandbox/src" && mkdir broken && echo 'gitdir: /nowhere' > broken/.git
      echo '[' >> one/.git/config
      """)
    func problems() throws -> Int? {
      try Connection(path: sandbox.journal, mode: .readWrite, closing: .leaveLog)
        .first("SELECT count(*) FROM clone_problem") { $0.int(0) }
    }
    let found = try examine()["clones"]
    #expect(found?.isFine == true, "\(found as Any)")
    #expect(found?.detail.contains("1 clone in ") == true, "\(found as Any)")
    #expect(found?.detail.contains("2 others are not included") == true, "\(found as Any)")
    #expect(found?.hint?.contains("--verbose") == true)
    let verbose = try sandbox.run("doctor", "--offline", "--verbose")
    let all = verbose.output + verbose.error
    #expect(all.contains("src/broken") && all.contains("src/one"), "\(all)")
    #expect(try problems() == 0)
  }

  @Test func `a directory without clones is named`() throws {
    try sandbox.shell("mkdir \"$sandbox/empty\"")
    try sandbox.run("config", "set", "clones.paths", sandbox.file("empty"))
    let found = try examine()["clones"]
    #expect(found?.detail == "no clones found in \(sandbox.file("empty"))")
    #expect(try sandbox.run("doctor", "--offline").output.contains("\n! clones  no clones"))
  }
}

/// What `doctor --repair` says about texts that it cannot save.
@Suite(.inProcess) struct RepairReportTests {
  @Test func `a repair that leaves a text behind fails`() throws {
    let sandbox = try Sandbox(clone: nil)
    for body in ["first", "second"] { try sandbox.add("--body", body) }
    // The rebuilt journal does not accept this row.
    try Connection(path: sandbox.journal, mode: .readWrite).execute(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE record SET day = 99999999 WHERE number = 1
      """)
    try sandbox.run("doctor", "--repair", "--offline").expectFailure(
      6, "1 item could not be recovered and is only in the old file")
    #expect(try sandbox.notes().count == 1)
  }

  @Test func `a damaged declaration is found and repaired`() throws {
    let sandbox = try Sandbox(clone: nil)
    try sandbox.add("--body", "first")
    try sandbox.run("jot", "second").expect(0)
    let connection = try Connection(path: sandbox.journal, mode: .readWrite)
    try connection.acceptDamage()
    try connection.execute(
      "UPDATE sqlite_schema SET sql = replace(sql, 'parents', 'Qarents') WHERE name = 'record'")
    for words in [["doctor", "--offline"], ["doctor", "--offline", "--full"]] {
      try sandbox.run(words).expect(6, output: "declaration of record")
    }
    try sandbox.run("doctor", "--repair", "--offline").expect(0, error: "rebuilt with 2 items")
    #expect(try sandbox.notes().count == 1)
  }
}

/// The warnings of `doctor` about settings that have no effect.
@Suite(.inProcess) struct SettingRuleTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  static let examples:
    [(config: String, environment: [String: String], key: String?, says: String)] =
      [
        ("{}", [:], nil, ""),
        (#"{ "weather.grades": "eu" }"#, [:], "weather.grades", "weather.place"),
        (#"{ "weather.grades": "eu", "weather.place": "1,2" }"#, [:], nil, ""),
        (#"{ "github.account": "octocat" }"#, [:], "github.account", "octocat"),
        (
          #"{ "github.clientID": "a" }"#, ["COMMITDIARY_CLIENT_ID": "b"], "github.clientID",
          "COMMITDIARY_CLIENT_ID"
        ),
        (#"{ "github.clientID": "a" }"#, [:], nil, ""),
        (#"{ "graph.theme": "pink" }"#, ["NO_COLOR": "1"], "graph.theme", "NO_COLOR"),
        (
          #"{ "terminal.background": "light" }"#, ["NO_COLOR": "1"], "terminal.background",
          "NO_COLOR"
        ),
        (#"{ "graph.theme": "pink" }"#, [:], nil, ""),
        (
          #"{ "streak.excluded": ["sun","mon","tue","wed","thu","fri","sat"] }"#, [:],
          "streak.excluded", "all seven days"
        ),
        (#"{ "streak.excluded": ["sun"] }"#, [:], nil, ""),
        (#"{ "day.endsAt": 1, "day.endsAt": 2 }"#, [:], "day.endsAt", "2 times"),
      ]

  @Test(arguments: examples)
  func `doctor names settings that have no effect`(
    config: String, environment: [String: String], key: String?, says: String
  ) throws {
    try sandbox.write(config, to: sandbox.config)
    let outcome = try sandbox.run(["doctor", "--offline", "--json"], environment: environment)
    // A warning is not a problem.
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let checks = try outcome.json()["checks"]?.array ?? []
    let found = checks.filter { $0["name"]?.string?.contains(".") == true }
    #expect(found.compactMap { $0["name"]?.string } == [key].compactMap { $0 })
    #expect(found.allSatisfy { $0["ok"] == true })
    #expect(found.allSatisfy { $0["detail"]?.string?.contains(says) == true }, "\(found)")
    let shown = try sandbox.run(["doctor", "--offline"], environment: environment)
    #expect(shown.output.contains("\n! ") == (key != nil), "\(shown.output)")
  }
}
