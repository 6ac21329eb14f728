import JSON
import StandIn
import Testing

@testable import ProgramSupport

/// What a refresh catches up on: days without a refresh, and items that were not visible before.
@Suite(.inProcess) struct RefreshGapTests {
  // MARK: Contributions

  /// The first day of each calendar request since the requests were last forgotten.
  private func firstDays(_ stage: GitHubStage) throws -> [String] {
    try stage.gitHub.requests(to: "/graphql").compactMap { request in
      // Other queries have no first day.
      let from = try JSONParser.parse(request.body)["variables"]?["from"]?.string
      return from.map { String($0.prefix(10)) }
    }
  }

  private func counts(_ stage: GitHubStage) throws -> [String: Int] {
    let outcome = try stage.sandbox.run("graph", "--json", "--offline")
    let days = try #require(outcome.json()["days"]?.array, "\(outcome.testDescription)")
    return Dictionary(
      uniqueKeysWithValues: days.compactMap { day in
        day["count"]?.integer.map { (day["date"]?.string ?? "", $0) }
      })
  }

  @Test func `refresh leaves no gap after a long time`() throws {
    var world = World(.octocats("hello", 1, commits: 3))
    world.contributions["octocat"] = ["2026-07-25": 1, "2026-08-01": 1]
    let stage = try GitHubStage(world)
    let then = try stage.sandbox.run(
      "refresh", "--quiet", environment: ["COMMITDIARY_NOW": "2026-08-01T03:00:00Z"])
    #expect(then.status == 0, "\(then.testDescription)")
    // The days around the first refresh could still change, and the later ones are not known.
    let contributions = ["2026-07-25": 4, "2026-08-01": 2, "2026-09-10": 3, "2026-11-21": 1]
    stage.gitHub.change { $0.contributions["octocat"] = contributions }
    stage.gitHub.server.forgetRequests()
    try stage.refresh()
    #expect(try firstDays(stage) == ["2026-07-19"])
    let known = try counts(stage)
    #expect(known.filter { $0.value > 0 } == contributions)
    #expect(known.count >= 365, "a day without any is known to have none")
    // From then on, the last two weeks.
    stage.gitHub.server.forgetRequests()
    try stage.refresh()
    #expect(try firstDays(stage) == ["2026-11-08"])
  }

  @Test func `a year fetched for a graph does not shorten a refresh`() throws {
    var world = World(.octocats("hello", 1, commits: 3))
    world.contributions["octocat"] = ["2020-02-02": 2, "2026-02-02": 5]
    let stage = try GitHubStage(world)
    let graph = try stage.sandbox.run("graph", "--year", "2020", "--json")
    #expect(graph.status == 0, "\(graph.testDescription)")
    try stage.refresh()
    #expect(try counts(stage)["2026-02-02"] == 5)
  }

  // MARK: Organizations

  private static let world: World = {
    var work = World.Repository.octocats("work", 2, commits: 4, daysAgo: 1, by: "octocat")
    work.owner = "octo-org"
    work.members = ["octocat"]
    return World(
      .octocats("hello", 1, commits: 3, by: "octocat"), work,
      .octocats("going", 3, commits: 2, daysAgo: 2, by: "octocat"))
  }()

  private func listed(_ stage: GitHubStage) throws -> Set<String> {
    let repos = try stage.sandbox.run("repos", "--json").json()["repos"]?.array
    return Set(repos?.compactMap { $0["repo"]?.string } ?? [])
  }

  @Test func `reports unapproved organizations and drops nothing`()
    throws
  {
    let stage = try GitHubStage(Self.world)
    try stage.refresh()
    let all: Set = [
      "github.com/octocat/hello", "github.com/octo-org/work", "github.com/octocat/going",
    ]
    #expect(try listed(stage) == all)
    // From now on the organization requires an approval of each token.
    stage.gitHub.change { $0.edit("octo-org/work") { $0.members = [] } }
    stage.gitHub.next(matching: "/user/repos", times: .max) { _, answer in
      answer.with("X-GitHub-SSO", "partial-results; organizations=21955855")
    }
    let reason = "some organizations require SSO authorization for this token and were skipped"
    // The problem is reported every time, even if nothing has changed.
    for _ in 1...2 {
      let result = try stage.refresh()
      #expect(result["skipped"] == [["repo": nil, "reason": .string(reason)]], "\(result)")
      #expect(result["repositories"] == 2)
      #expect(try listed(stage) == all)
    }
    let outcome = try stage.sandbox.run("refresh", environment: ["COLUMNS": "200"])
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    #expect(
      outcome.output == """
        No new commits, 2 unchanged, 1 skipped
          repositories: \(reason)
            Authorize it at \(stage.gitHub.webURL)/settings/tokens, or run “commitdiary login” again.

        """)
    // After the approval, repositories that are missing from the list are removed.
    stage.gitHub.forgetInterventions()
    stage.gitHub.change { world in
      world.edit("octo-org/work") { $0.members = ["octocat"] }
      world.delete("octocat/going")
    }
    #expect(try stage.refresh()["skipped"] == [])
    #expect(try listed(stage) == all.subtracting(["github.com/octocat/going"]))
  }
}
