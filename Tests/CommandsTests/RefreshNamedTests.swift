import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// A refresh of named repositories.
@Suite(.inProcess) struct RefreshNamedTests {
  // MARK: One repository by several names

  @Test func `fetches a repository named in several spellings once`() throws {
    let world = World(.octocats("hello", 1, commits: 730))
    let stage = try GitHubStage(world)
    stage.gitHub.latency = .milliseconds(20)
    let result = try stage.refresh(
      "--all", "--repo", "octocat/hello", "--repo", "OCTOCAT/Hello", "--repo",
      "https://github.com/octocat/hello.git")
    #expect(result["repositories"] == 1 && result["newCommits"] == 730, "\(result)")
    #expect(stage.gitHub.requests(to: "/repos/").count == 1)
    #expect(stage.gitHub.requests(to: "/repositories/1/commits").count == 8)
    #expect(try stage.commits(of: "octocat/hello") == world.ids(of: "octocat/hello", by: nil))
  }

  @Test func `fetches a repository named by old and new name once`() throws {
    let stage = try GitHubStage(World(.octocats("hello", 1, commits: 730)))
    stage.gitHub.change { $0.rename("octocat/hello", to: "octocat/goodbye") }
    stage.gitHub.latency = .milliseconds(20)
    try stage.sandbox.run(
      "refresh", "--all", "--repo", "octocat/hello", "--repo", "octocat/goodbye"
    ).expectExactly(output: "730 new commits in 1 repository\n")
    let everybody = stage.gitHub.world.ids(of: "octocat/goodbye", by: nil)
    #expect(try stage.commits(of: "octocat/goodbye") == everybody)
    #expect(stage.gitHub.requests(to: "/repositories/1/commits").count == 8)
  }

  @Test func `fetches a repository that moves down the list once`() throws {
    var world = World(.octocats("r1", 1, commits: 1, daysAgo: 1, by: "octocat"))
    for number in 2...110 {
      let commits = number == 100 ? 430 : 1
      world.repositories.append(
        .octocats("r\(number)", number, commits: commits, daysAgo: number, by: "octocat"))
    }
    let stage = try GitHubStage(world)
    // Between the requests for the first and the second page, a push moves a repository from the
    // second page to the first. The last repository of the first page is then on the second page
    // again.
    let gitHub = stage.gitHub
    gitHub.next(matching: "/user/repos") { _, answer in
      gitHub.change { $0.push(World.work(1, 7), to: "octocat/r110") }
      return answer
    }
    gitHub.latency = .milliseconds(20)
    #expect(try stage.refresh("--all")["repositories"] == 109)
    #expect(gitHub.requests(to: "/repositories/100/commits").count == 5)
    #expect(try stage.commits(of: "octocat/r100") == world.ids(of: "octocat/r100"))
  }

  // MARK: How far back

  @Test func `fetches the year before the last push of a quiet repository`() throws {
    // There are about 20 commits in 9 days.
    let world = World(.octocats("long", 1, commits: 1200, daysAgo: 900))
    let stage = try GitHubStage(world)
    let all = world.ids(of: "octocat/long", by: nil)
    let lastYear = GitHubStage.today - (900 + 365) * 86_400
    let least = world.ids(of: "octocat/long", by: nil, since: lastYear).count
    #expect((200..<1000).contains(least))
    let result = try stage.refresh("--repo", "octocat/long")
    let known = try stage.commits(of: "octocat/long")
    #expect(known == Array(all.prefix(known.count)))
    #expect(known.count >= least && known.count < 1200)
    #expect(result["unchanged"] == 0 && result["newCommits"] == .integer(known.count), "\(result)")
    // An unchanged page is requested with its ETag.
    stage.gitHub.server.forgetRequests()
    #expect(try stage.refresh("--repo", "octocat/long")["newCommits"] == 0)
    let asked = stage.gitHub.requests(to: "/repositories/1/commits")
    #expect(asked.count == 1 && asked.allSatisfy { $0.headers["If-None-Match"] != nil })
    try stage.refresh("--repo", "octocat/long", "--all")
    #expect(try stage.commits(of: "octocat/long") == all)
  }

  // MARK: Other hosts and invalid names

  @Test func `refuses a repository on another host before sending`() throws {
    let stage = try GitHubStage(World(.octocats("hello", 1, commits: 3)))
    for name in ["gitlab.com/octocat/hello", "git@git.example.com:octocat/hello.git"] {
      try stage.sandbox.run("refresh", "--repo", "octocat/hello", "--repo", name)
        .expectFailure(2, "octocat/hello is not on github.com", "--account")
        .expectExactly(output: "")
    }
    #expect(stage.gitHub.requests.isEmpty, "\(stage.gitHub.requests)")
  }

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
    let outcome = try stage.sandbox.json("graph", "--offline")
    let days = try #require(outcome["days"]?.array, "\(outcome)")
    return Dictionary(
      uniqueKeysWithValues: days.compactMap { day in
        day["count"]?.integer.map { (day["date"]?.string ?? "", $0) }
      })
  }

  @Test func `refresh leaves no gap after a long time`() throws {
    var world = World(.octocats("hello", 1, commits: 3))
    world.contributions["octocat"] = ["2026-07-25": 1, "2026-08-01": 1]
    let stage = try GitHubStage(world)
    try stage.sandbox.run(
      "refresh", "--quiet", environment: ["COMMITDIARY_NOW": "2026-08-01T03:00:00Z"]
    ).expect(0)
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
    try stage.sandbox.run("graph", "--year", "2020", "--json").expect(0)
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
    let repos = try stage.sandbox.json("repos")["repos"]?.array
    return Set(repos?.compactMap { $0["repo"]?.string } ?? [])
  }

  @Test func `reports unapproved organizations and drops nothing`() throws {
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
      expect(
        result, has: ["skipped": [["repo": nil, "reason": .string(reason)]], "repositories": 2])
      #expect(try listed(stage) == all)
    }
    let outcome = try stage.sandbox.run("refresh", environment: ["COLUMNS": "200"]).expect(0)
      .expectExactly(error: "")
    #expect(
      outcome.output == """
        No new commits, 2 unchanged, 1 skipped
          repositories: \(reason)
            Authorize the token at \(stage.gitHub.webURL)/settings/tokens, or run “commitdiary login” again.

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
