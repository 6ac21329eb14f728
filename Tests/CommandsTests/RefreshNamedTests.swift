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
    let outcome = try stage.sandbox.run(
      "refresh", "--all", "--repo", "octocat/hello", "--repo", "octocat/goodbye")
    #expect(outcome.output == "730 new commits in 1 repository\n", "\(outcome.testDescription)")
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
    let result = try stage.refresh("--all")
    #expect(result["repositories"] == 109, "\(result)")
    #expect(gitHub.requests(to: "/repositories/100/commits").count == 5)
    #expect(try stage.commits(of: "octocat/r100") == world.ids(of: "octocat/r100"))
  }

  // MARK: How far back

  @Test func `fetches the year before the last push of a quiet repository`()
    throws
  {
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

  @Test func `refuses a repository on another host before sending`()
    throws
  {
    let stage = try GitHubStage(World(.octocats("hello", 1, commits: 3)))
    for name in ["gitlab.com/octocat/hello", "git@git.example.com:octocat/hello.git"] {
      let outcome = try stage.sandbox.run(
        "refresh", "--repo", "octocat/hello", "--repo", name)
      outcome.expectFailure(2, "octocat/hello is not on github.com", "--account")
      #expect(outcome.output == "")
    }
    #expect(stage.gitHub.requests.isEmpty, "\(stage.gitHub.requests)")
  }
}
