import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// What a refresh fetches, and how many requests it needs.
@Suite(.inProcess) struct RefreshTests {
  private static let year = GitHubStage.today - 365 * 86_400

  // MARK: The first and the second refresh

  @Test func `the first refresh fetches a year of own commits`() throws {
    var world = World(
      .octocats("hello", 1, commits: 450), .octocats("old", 2, commits: 40, daysAgo: 500),
      .octocats("both", 3, commits: 480, daysAgo: 200, by: "octocat"))
    // More repositories than fit on one page.
    for number in 10..<130 {
      world.repositories.append(.octocats("small-\(number)", number, commits: 2, by: "octocat"))
    }
    world.paging = .cursors
    let stage = try GitHubStage(world)
    let result = try stage.refresh()
    for name in ["hello", "both", "small-10", "small-129"].map({ "octocat/\($0)" }) {
      // Every commit on a fetched page is saved, whatever its date.
      let known = try stage.commits(of: name)
      #expect(known == Array(world.ids(of: name).prefix(known.count)), "\(name)")
      #expect(known.count >= world.ids(of: name, since: Self.year).count, "\(name)")
    }
    #expect(try stage.commits(of: "octocat/old") == [], "nobody pushed to it for a year")
    #expect(try stage.commits(of: "octocat/both").count < 480)
    expect(result, has: ["repositories": 123, "unchanged": 1, "skipped": []])
    #expect(result["newCommits"]?.integer ?? 0 > 120 * 2)
    #expect(result["requests"]?.integer == stage.gitHub.requests.count)
  }

  @Test func `a refresh without news sends only conditional requests`() throws {
    let world = World.sample(
      repositories: 120, commitsEach: 3, login: "octocat", token: GitHubStage.token,
      today: GitHubStage.today)
    let stage = try GitHubStage(world)
    #expect(try stage.refresh()["newCommits"]?.integer ?? 0 > 0)
    stage.gitHub.server.forgetRequests()
    let before = stage.gitHub.answers
    let result = try stage.refresh()
    expect(result, has: ["newCommits": 0, "unchanged": 120])
    // The account, two pages of repositories, the calendar and the events, which have no ETag.
    let requests = stage.gitHub.requests
    #expect(requests.count == 5, "\(requests)")
    let asking = requests.filter { $0.method == "GET" }
    #expect(asking.allSatisfy { $0.headers["If-None-Match"] != nil }, "\(requests)")
    #expect(stage.gitHub.answers[304, default: 0] - before[304, default: 0] == 3)
  }

  @Test func `a push to another branch costs one conditional request`() throws {
    let stage = try GitHubStage(
      World(
        .octocats("hello", 1, commits: 250, by: "octocat"),
        .octocats("other", 2, commits: 20, daysAgo: 3)))
    try stage.refresh()
    let before = try stage.commits(of: "octocat/hello")
    stage.gitHub.change { world in
      world.edit("octocat/hello") { $0.branches["topic"] = World.work(2, 77) + $0.commits }
      world.edit("octocat/hello") { $0.pushedAt = GitHubStage.today + 42_000 }
    }
    stage.gitHub.server.forgetRequests()
    let unchanged = stage.gitHub.answers[304, default: 0]
    #expect(try stage.refresh()["newCommits"] == 0)
    let asked = stage.gitHub.requests(to: "/repositories/")
    #expect(asked.count == 1 && asked.allSatisfy { $0.headers["If-None-Match"] != nil })
    // The commits and the account.
    #expect(stage.gitHub.answers[304, default: 0] - unchanged == 2)
    #expect(try stage.commits(of: "octocat/hello") == before)
    // The new push date is saved.
    stage.gitHub.server.forgetRequests()
    try stage.refresh()
    #expect(stage.gitHub.requests(to: "/repositories/").isEmpty)
  }

  // MARK: Pushes

  @Test func `after a push fetches only pages with new commits`() throws {
    let stage = try GitHubStage(World(.octocats("hello", 1, commits: 430, by: "octocat")))
    try stage.refresh("--all")
    stage.gitHub.change { $0.push(World.work(130, 7, by: "octocat"), to: "octocat/hello") }
    stage.gitHub.server.forgetRequests()
    #expect(try stage.refresh()["newCommits"] == 130)
    #expect(stage.gitHub.requests(to: "/repositories/1/commits").count == 2)
    let world = stage.gitHub.world
    #expect(try stage.commits(of: "octocat/hello") == world.ids(of: "octocat/hello"))
  }

  @Test(arguments: [100, 260])
  func `a force push removes old commits`(rewritten: Int) throws {
    let stage = try GitHubStage(World(.octocats("hello", 1, commits: 260, by: "octocat")))
    try stage.refresh("--all")
    let old = try stage.commits(of: "octocat/hello")
    stage.gitHub.change {
      $0.forcePush(World.work(rewritten + 2, 9), over: rewritten, to: "octocat/hello")
    }
    #expect(try stage.refresh()["newCommits"] == .integer(rewritten + 2))
    let known = try stage.commits(of: "octocat/hello")
    #expect(known == stage.gitHub.world.ids(of: "octocat/hello"))
    #expect(Set(known).isDisjoint(with: old.prefix(rewritten)))
    #expect(known.count == 262)
    // A force push back to an old commit, without new commits.
    stage.gitHub.change { $0.forcePush([], over: rewritten + 2, to: "octocat/hello") }
    stage.gitHub.change { $0.edit("octocat/hello") { $0.pushedAt += 60 } }
    if rewritten < 260 {
      #expect(try stage.refresh()["newCommits"] == 0)
      #expect(try stage.commits(of: "octocat/hello") == Array(old.dropFirst(rewritten)))
    }
  }

  // MARK: How far back

  @Test func `--since fetches older commits, which stay`() throws {
    // There are about 20 commits in 9 days.
    let world = World(.octocats("hello", 1, commits: 1200, by: "octocat"))
    let stage = try GitHubStage(world)
    let all = world.ids(of: "octocat/hello")
    func known() throws -> Int {
      let ids = try stage.commits(of: "octocat/hello")
      #expect(ids == Array(all.prefix(ids.count)))
      return ids.count
    }
    func least(_ date: Int) -> Int { world.ids(of: "octocat/hello", since: date).count }
    try stage.refresh()
    let first = try known()
    #expect(first >= least(Self.year) && first < 1200)
    try stage.refresh("--since", "2025-09-01")
    let second = try known()
    // 446 days before the current day of the stage.
    #expect(second > first && second >= least(GitHubStage.today - 446 * 86_400) && second < 1200)
    try stage.refresh("--since", "2026-11-01")
    #expect(try known() == second, "a day that is nearer takes nothing away")
    try stage.refresh("--all")
    #expect(try known() == 1200)
    stage.gitHub.server.forgetRequests()
    try stage.refresh("--all")
    #expect(stage.gitHub.requests(to: "/repositories/").isEmpty)
    try stage.refresh()
    #expect(try known() == 1200)
  }

  @Test func `--all fetches every repository and all of history`() throws {
    var world = World(
      .octocats("hello", 1, commits: 150), .octocats("old", 2, commits: 20, daysAgo: 900),
      .octocats("fork", 3, commits: 20, daysAgo: 400))
    world.edit("octocat/fork") { $0.isFork = true }
    world.edit("octocat/old") { $0.isArchived = true }
    let stage = try GitHubStage(world)
    #expect(try stage.refresh("--all")["repositories"] == 3)
    for name in ["octocat/hello", "octocat/old", "octocat/fork"] {
      #expect(try stage.commits(of: name) == world.ids(of: name), "\(name)")
    }
  }

  @Test func `a named repository is fetched with everybody's commits`() throws {
    var elsewhere = World.Repository(
      id: 9, "hubot", "tool", commits: World.work(130, 5, by: "hubot"))
    elsewhere.isPrivate = false
    let world = World(
      .octocats("hello", 1, commits: 250), .octocats("other", 2, commits: 20), elsewhere)
    let stage = try GitHubStage(world)
    let result = try stage.refresh(
      "--repo", "octocat/hello", "--repo", "https://github.com/hubot/tool")
    #expect(result["repositories"] == 2 && result["newCommits"] == 380, "\(result)")
    #expect(try stage.commits(of: "octocat/hello") == world.ids(of: "octocat/hello", by: nil))
    #expect(try stage.commits(of: "hubot/tool") == world.ids(of: "hubot/tool", by: nil))
    #expect(stage.gitHub.requests(to: "/user/repos").isEmpty)
    // A later refresh of the own repositories removes none of these commits.
    try stage.refresh()
    #expect(try stage.commits(of: "octocat/hello") == world.ids(of: "octocat/hello", by: nil))
    #expect(try stage.sandbox.run("refresh", "--repo", "/tmp").status == 2)
    stage.gitHub.server.forgetRequests()
    #expect(try stage.refresh("--repo", "octocat/hello")["newCommits"] == 0)
  }

  @Test func `a path names the remote of its clone`() throws {
    let world = World(.octocats("hello", 1, commits: 5))
    let stage = try GitHubStage(world, clone: "clone")
    let sandbox = stage.sandbox
    try sandbox.run("refresh", "--repo", ".").expectRefusal(2)
    try sandbox.shell("git remote add origin git@github.com:octocat/hello.git")
    #expect(try stage.refresh("--repo", ".")["newCommits"] == 5)
  }

  // MARK: Names

  @Test func `a renamed repository keeps notes and its old name works`() throws {
    let stage = try GitHubStage(
      World(.octocats("hello", 1, commits: 30), .octocats("next", 2, commits: 3)))
    let sandbox = stage.sandbox
    try stage.refresh()
    let id = try sandbox.add("--body", "written before")
    stage.gitHub.change { $0.rename("octocat/hello", to: "octocat/goodbye") }
    #expect(try stage.refresh()["newCommits"] == 0)
    #expect(try sandbox.json("notes", "show", id)["repo"] == "github.com/octocat/goodbye")
    let own = stage.gitHub.world.ids(of: "octocat/goodbye")
    #expect(try stage.commits(of: "octocat/goodbye") == own)
    let repos = try sandbox.json("repos")["repos"]?.array
    #expect(
      Set(repos?.compactMap { $0["repo"]?.string } ?? []) == [
        "github.com/octocat/goodbye", "github.com/octocat/next",
      ])
    #expect(repos?.first { $0["repo"] == "github.com/octocat/goodbye" }?["notes"] == 1)

    // The old name finds the repository under its new one, and pushes are fetched.
    stage.gitHub.change { $0.push(World.work(4, 8), to: "octocat/goodbye") }
    let everybody = stage.gitHub.world.ids(of: "octocat/goodbye", by: nil)
    for status in [301, 302, 307] {
      stage.gitHub.change { $0.renameStatus = status }
      try stage.refresh("--repo", "octocat/hello")
      #expect(try stage.commits(of: "octocat/goodbye") == everybody, "\(status)")
    }
    // Another repository takes over the unused name.
    stage.gitHub.change { world in
      world.edit("octocat/goodbye") { $0.formerNames = [] }
      world.repositories.append(.octocats("hello", 3, commits: 2, by: "octocat"))
    }
    try stage.refresh()
    let new = stage.gitHub.world.ids(of: "octocat/hello")
    #expect(try stage.commits(of: "octocat/hello") == new)
    #expect(try stage.commits(of: "octocat/goodbye") == everybody)
  }

  @Test func `an unlisted repository is hidden and keeps its notes`() throws {
    let stage = try GitHubStage(
      World(.octocats("hello", 1, commits: 3), .octocats("next", 2, commits: 3)))
    try stage.refresh()
    let id = try stage.sandbox.add("--body", "about hello")
    stage.gitHub.change { $0.delete("octocat/hello") }
    #expect(try stage.refresh()["repositories"] == 1)
    let repos = try stage.sandbox.json("repos")["repos"]?.array
    #expect(repos?.compactMap { $0["repo"]?.string } == ["github.com/octocat/next"])
    #expect(try stage.sandbox.run("notes", "show", id).status == 0)
  }

  // MARK: Output

  @Test func `the JSON of refresh matches the contract`() throws {
    let world = World(
      .octocats("hello", 1, commits: 3, by: "octocat"), .octocats("empty", 2, commits: 0))
    let shape = Shape.object([
      "repositories": .whole, "newCommits": .whole, "unchanged": .whole,
      "skipped": .list(of: .object(["repo": .text, "reason": .text])), "requests": .whole,
    ])
    let stage = try GitHubStage(world)
    let outcome = try stage.sandbox.run(
      "refresh", "--json", environment: Locales.language("ko_KR.UTF-8")
    ).expect(0).expectExactly(error: "")
    #expect(shape.faults(in: try outcome.json()) == [])
    #expect(
      try outcome.json() == [
        "repositories": 2, "newCommits": 3, "unchanged": 0,
        "skipped": [
          ["repo": "github.com/octocat/empty", "reason": "the repository is empty"]
        ],
        "requests": 6,
      ])
  }

  @Test func `refresh prints a summary line unless quiet`() throws {
    let stage = try GitHubStage(
      World(
        .octocats("hello", 1, commits: 3, by: "octocat"),
        .octocats("next", 2, commits: 2, daysAgo: 1, by: "octocat"),
        .octocats("old", 3, commits: 2, daysAgo: 500, by: "octocat")))
    try stage.sandbox.run("refresh").expect(0).expectExactly(
      output: "5 new commits in 2 repositories, 1 unchanged\n", error: "")
    try stage.sandbox.run("refresh").expectExactly(output: "No new commits, 3 unchanged\n")
    let quiet = try stage.sandbox.run("refresh", "--quiet").expect(0)
    #expect(quiet.output + quiet.error == "")
  }
}
