import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// When contributions are fetched, and what is shown if that fails.
@Suite(.inProcess) struct GraphFetchTests {
  private let stage: GraphStage
  private var sandbox: Sandbox { stage.sandbox }
  private var gitHub: GitHubStandIn { stage.gitHub }

  init() throws { stage = try GraphStage() }

  // MARK: When contributions are fetched

  @Test func `fetches years one by one, newest first, without a token`() throws {
    try sandbox.logIn(World.otherToken, "--store", "file")
    gitHub.server.forgetRequests()
    let graph = try stage.graph(
      "--user", "octocat", "--since", "2024-05-01", environment: ["GH_TOKEN": World.otherToken])
    #expect(graph.json["to"] == "2026-11-21")
    let requests = stage.pageRequests
    #expect(gitHub.requests.count == requests.count)
    #expect(requests.allSatisfy { $0.headers["Authorization"] == nil })
    #expect(requests.allSatisfy { $0.headers["Cookie"] == nil })
    #expect(requests.map { $0.query("to") } == ["2026-12-31", "2025-12-31", "2024-12-31"])
    #expect(stage.askedYears() == ["2026", "2025", "2024"])
    #expect(gitHub.mostAtOnce == 1)
  }

  @Test func `fetches a past year once, the current one always`() throws {
    _ = try stage.graph("--user", "octocat", "--since", "2025-01-01")
    #expect(stage.askedYears() == ["2026", "2025"])
    _ = try stage.graph("--user", "octocat", "--since", "2025-01-01")
    #expect(stage.askedYears() == ["2026"])
    _ = try stage.graph("--user", "octocat", "--year", "2025")
    _ = try stage.graph("--user", "octocat", "--until", "2026-11-01", "--since", "2026-02-01")
    #expect(stage.askedYears() == [])
    // The counts of the last fourteen days may still change.
    _ = try stage.graph("--user", "octocat", "--until", "2026-11-08", "--since", "2026-02-01")
    #expect(stage.askedYears() == ["2026"])
    let january = ["COMMITDIARY_NOW": "2027-01-05T12:00:00Z"]
    _ = try stage.graph("--user", "octocat", environment: january)
    #expect(stage.askedYears() == ["2027", "2026"])
    let march = ["COMMITDIARY_NOW": "2027-03-05T12:00:00Z"]
    // The counts of December could still change in January.
    _ = try stage.graph("--user", "octocat", environment: march)
    #expect(stage.askedYears() == ["2027", "2026"])
    _ = try stage.graph("--user", "octocat", environment: march)
    #expect(stage.askedYears() == ["2027"])
  }

  @Test func `does not show unknown days as empty`() throws {
    _ = try stage.graph("--user", "octocat", "--year", "2025")
    try sandbox.run("graph", "--user", "octocat", "--year", "2019", "--offline").expectFailure(
      5, "octocat")
    let later = ["COMMITDIARY_NOW": "2026-03-01T12:00:00Z"]
    let known = try stage.graph("--user", "octocat", "--offline", environment: later)
    #expect(known.remarks.contains("No data after Dec 31, 2025."), "\(known.remarks)")
  }

  // MARK: Failures

  @Test func `offline shows stored data with its age`() throws {
    let before = try stage.graph("--user", "octocat")
    gitHub.server.forgetRequests()
    let later = ["COMMITDIARY_NOW": "2026-11-21T15:10:00Z"]
    let after = try stage.graph("--user", "octocat", "--offline", environment: later)
    #expect(after.days == before.days)
    #expect(after.remarks == "Showing data saved 3 hours ago\n")
    let outcome = try sandbox.run("streak", "--user", "octocat", "--offline", environment: later)
      .expect(0)
    #expect(outcome.error == after.remarks, "\(outcome.testDescription)")
    #expect(gitHub.requests.isEmpty)
  }

  @Test(arguments: [
    (Answer.dropped, "127.0.0.1"),
    (Answer.html("<p>Something else</p>"), "calendar in the expected form"),
  ])
  func `after a failed request shows stored data, reason and age`(
    answer: Answer, reason: String
  ) throws {
    let before = try stage.graph("--user", "octocat")
    gitHub.next(matching: "/users/", times: 9, do: answer)
    let after = try stage.graph(
      "--user", "octocat", environment: ["COMMITDIARY_NOW": "2026-11-21T12:30:00Z"])
    #expect(after.days == before.days)
    let lines = after.remarks.split(separator: "\n")
    #expect(lines.count == 2, "\(after.remarks)")
    #expect(lines.first?.hasPrefix("Not up to date: ") == true && lines[0].contains(reason))
    #expect(lines.last == "Showing data saved 30 minutes ago")
  }

  static let refusals: [(login: String, answer: Answer?, status: Int32, code: String)] = [
    ("nobody", nil, 3, "loginMissing"), ("github", nil, 1, "pageOrganization"),
    ("octocat", .html("<p>Something else</p>"), 1, "pageNoCalendar"),
    ("octocat", Answer(body: silentPage), 1, "pageCountsMissing"),
    ("octocat", Answer(body: OtherPage.login), 4, "pageLoginRequired"),
    ("octocat", .tooManyRequests(retryAfter: 3600), 5, "limitSecondary"),
    ("octocat", .dropped, 5, "connectionDropped"),
  ]

  private static var silentPage: [UInt8] {
    var writer = ContributionPageWriter(
      year: 2026, counts: ["2026-03-02": 3, "2026-03-03": 4, "2026-03-04": 5])
    writer.isSilent = true
    return writer.bytes
  }

  @Test(arguments: refusals)
  func `without stored data each failure has a status and hint`(
    login: String, answer: Answer?, status: Int32, code: String
  ) throws {
    if let answer { gitHub.next(matching: "/users/", times: 99, do: answer) }
    try sandbox.run("graph", "--user", login).expectRefusal(status)
    let outcome = try sandbox.run("streak", "--user", login, "--json").expectRefusalAsJSON(status)
    #expect(try JSONParser.parse(outcome.errorBytes)["error"]?["code"]?.string == code)
  }

  @Test func `without network and data exits with 5`() throws {
    gitHub.stop()
    try sandbox.run("graph", "--user", "octocat").expectRefusal(5)
    try sandbox.run("graph", "--user", "octocat", "--offline").expectRefusal(5)
  }

  // MARK: The own account

  @Test(arguments: [
    Answer.json(["message": "Resource not accessible"], status: 403),
    .tooManyRequests(retryAfter: 3600),
  ])
  func `shows the public page when the token is refused`(answer: Answer) throws {
    gitHub.change { $0.privateContributions["octocat"] = ["2026-11-20": 50] }
    let page = try stage.graph("--user", "octocat")
    try sandbox.logIn(World.token, "--store", "file")
    let own = try stage.graph()
    #expect(own.counts["2026-11-20"] == (page.counts["2026-11-20"] ?? 0) + 50)
    gitHub.change { $0.contributions["octocat"]?["2026-11-21"] = 99 }

    gitHub.next(matching: "/graphql", times: 9, do: answer)
    gitHub.server.forgetRequests()
    let refused = try stage.graph()
    #expect(refused.remarks.contains("public contributions only"), "\(refused.remarks)")
    #expect(refused.counts == own.counts.merging(["2026-11-21": 99]) { $1 })
    #expect(stage.pageRequests.count == 1)
    #expect(stage.pageRequests.allSatisfy { $0.headers["Authorization"] == nil })
    #expect(try sandbox.run("streak").status == 0)

    gitHub.forgetInterventions()
    let again = try stage.graph()
    #expect(again.remarks == "" && again.counts == refused.counts)
  }

  @Test func `age of page data is the age of the page`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.next(
      matching: "/graphql", times: 9,
      do: .json(["message": "Resource not accessible"], status: 403))
    #expect(try stage.graph().remarks.contains("public contributions only"))
    gitHub.forgetInterventions()
    for words in [["streak"], ["graph"], ["graph", "--year", "2026"]] {
      try sandbox.run(words + ["--offline"]).expect(error: "just now")
    }
    #expect(try stage.graph().remarks == "")
  }

  @Test func `reports a refused token even with page data`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    gitHub.next(
      matching: "/graphql", times: 9, do: .json(["message": "Bad credentials"], status: 401))
    try sandbox.run("graph").expectRefusal(4)
    #expect(stage.pageRequests.isEmpty)
  }

  @Test func `the own calendar includes private contributions`() throws {
    gitHub.change {
      $0.privateContributions["octocat"] = ["2026-11-20": 5, "2026-01-01": 2, "2025-12-25": 9]
    }
    let page = try stage.graph("--user", "octocat")
    try sandbox.run(["logout", "--yes"])

    let own = try GraphStage(gitHub.world)
    try own.sandbox.logIn(World.token, "--store", "file")
    own.gitHub.server.forgetRequests()
    let calendar = try own.graph()
    #expect(own.pageRequests.isEmpty)
    #expect(own.gitHub.requests.allSatisfy { $0.headers["Authorization"] != nil })
    #expect(calendar.json["login"] == "octocat" && calendar.json["source"] == "github")
    #expect(calendar.json["from"] == page.json["from"] && calendar.json["to"] == page.json["to"])
    let expected = page.counts.merging(
      gitHub.world.privateContributions["octocat"] ?? [:], uniquingKeysWith: +)
    #expect(calendar.counts == expected)
    // The spelling of the name does not matter, and private contributions are kept.
    #expect(try own.graph("--user", "OCTOCAT").counts == expected)
    #expect(try own.graph("--offline").counts == expected)
  }

  @Test func `another account's token adds no days`() throws {
    gitHub.change { $0.contributions["hubot"] = ["2026-11-21": 1000] }
    try sandbox.logIn(World.token, "--store", "file")
    let own = try stage.graph().counts
    #expect(try stage.graph(environment: ["GH_TOKEN": World.otherToken]).counts == own)
  }

  @Test func `a refused token keeps stored data`() throws {
    try sandbox.logIn(World.token, "--store", "file")
    let before = try stage.graph()
    gitHub.change { $0.accounts[0].token = nil }
    let after = try stage.graph()
    #expect(after.days == before.days)
    #expect(after.remarks.hasPrefix("Not up to date: "))
  }
}
