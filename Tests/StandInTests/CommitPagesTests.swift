import JSON
import StandIn
import Testing

@Suite struct CommitPagesTests {
  @Test(arguments: [World.Paging.numbers, .cursors])
  func `lists every commit once, in order`(_ paging: World.Paging) throws {
    var world = World.small(commits: 250)
    world.paging = paging
    let standIn = try GitHubStandIn(world)
    let first = try Visitor(standIn).get("/repos/octocat/hello/commits?per_page=100")
    let next = try #require(first.link("next"))
    #expect(next.hasPrefix("\(standIn.apiURL)/repositories/7/commits?per_page=100&"))
    #expect(next.contains(paging == .numbers ? "page=2" : "top=main&last_sha="))
    let all = try Visitor(standIn).all("/repos/octocat/hello/commits?per_page=100")
    #expect(all.compactMap { $0["sha"]?.string } == world.repositories[0].commits.map(\.sha))
  }

  @Test func `commits have GitHub's fields`() throws {
    var world = World.small(commits: 0)
    world.repositories[0].commits = [
      World.commit("a", "한 줄\n\n😀 \"두\" 줄\t\u{1}", at: 1_700_000_000, parents: ["b", "c"]),
      World.commit("b", "Unknown", login: nil, at: 1_600_000_000),
    ]
    let standIn = try GitHubStandIn(world)
    let commits = try #require(Visitor(standIn).get("/repos/octocat/hello/commits").json?.array)
    #expect(commits[0]["commit"]?["message"] == "한 줄\n\n😀 \"두\" 줄\t\u{1}")
    #expect(commits[0]["commit"]?["author"]?["date"] == "2023-11-14T22:13:20Z")
    #expect(commits[0]["author"]?["login"] == "octocat")
    #expect(commits[0]["parents"]?.array?.compactMap { $0["sha"]?.string } == ["b", "c"])
    #expect(commits[1]["author"] == .null)
    #expect(commits[1]["parents"] == [])
  }

  @Test func `pages have GitHub's size`() throws {
    let standIn = try GitHubStandIn(.small(commits: 100))
    let reply = try Visitor(standIn).get("/repos/octocat/hello/commits?per_page=100")
    #expect((250_000...500_000).contains(reply.body.count))
  }

  @Test func `filters commits by branch, author and date`() throws {
    var world = World.small(commits: 0)
    var late = World.commit("b", at: 1000)
    late.committer.date = 5000
    world.repositories[0].commits = [
      late, World.commit("c", login: "hubot", at: 3000), World.commit("d", at: 2000),
    ]
    world.repositories[0].branches["feature/x"] = [World.commit("e", at: 9000)]
    world.repositories[0].tags["v1"] = World.commit("d", at: 0).sha
    let standIn = try GitHubStandIn(world)
    func shas(_ query: String) throws -> String {
      let found = try Visitor(standIn).all("/repos/octocat/hello/commits?\(query)")
      return found.compactMap { $0["sha"]?.string?.prefix(1) }.joined()
    }
    #expect(try shas("") == "bcd")
    #expect(try shas("sha=feature%2Fx") == "e")
    #expect(try shas("sha=cccc") == "cd")
    #expect(try shas("sha=v1") == "d")
    #expect(try shas("author=hubot") == "c")
    #expect(try shas("author=octocat%40example.com&per_page=1") == "bcd")
    #expect(try shas("author=nobody") == "")
    #expect(try shas("since=1970-01-01T00:50:00Z") == "bc")
    #expect(try shas("until=1970-01-01T00%3A50%3A00Z") == "cd")
    #expect(try shas("since=1970-01-01T01:00:00%2B01:00&until=1970-01-01T00:40:00Z") == "d")
    #expect(try Visitor(standIn).get("/repos/octocat/hello/commits?sha=none").status == 404)
  }

  @Test func `resolves a revision`() throws {
    var world = World.small(commits: 4)
    let shas = world.repositories[0].commits.map(\.sha)
    world.repositories[0].branches["feature/x"] = [World.commit("e", at: 9000)]
    world.repositories[0].tags["v1"] = shas[2]
    let standIn = try GitHubStandIn(world)
    func sha(_ revision: String) throws -> String? {
      try Visitor(standIn).get("/repos/octocat/hello/commits/\(revision)").json?["sha"]?.string
    }
    #expect(try sha(shas[1]) == shas[1])
    #expect(try sha(String(shas[1].prefix(7))) == shas[1])
    #expect(try sha("main") == shas[0])
    #expect(try sha("HEAD~2") == shas[2])
    #expect(try sha("HEAD~4") == nil)
    #expect(try sha("v1") == shas[2])
    #expect(try sha("feature/x")?.first == "e")
    #expect(try sha("feature%2Fx")?.first == "e")
    let unknown = try Visitor(standIn).get("/repos/octocat/hello/commits/none")
    #expect(unknown.status == 422)
    #expect(unknown.json?["message"] == "No commit found for SHA: none")
    let one = try Visitor(standIn).get("/repositories/7/commits/main")
    #expect(one.json?["files"]?.array?.count == 1)
  }

  @Test func `pushes change the commits`() throws {
    let standIn = try GitHubStandIn(.small(commits: 3))
    let before = standIn.world.repositories[0].commits.map(\.sha)
    func shas() throws -> [String] {
      try Visitor(standIn).all("/repos/octocat/hello/commits").compactMap { $0["sha"]?.string }
    }
    #expect(try shas() == before)
    let new = World.commit("f", at: 1_800_000_000)
    standIn.change { $0.push([new], to: "octocat/hello") }
    #expect(try shas() == [new.sha] + before)
    #expect(
      try Visitor(standIn).get("/repos/octocat/hello").json?["pushed_at"]
        == "2027-01-15T08:00:00Z")
    let other = World.commit("0", at: 1_800_000_001)
    standIn.change { $0.forcePush([other], over: 2, to: "octocat/hello") }
    #expect(try shas() == [other.sha] + before.dropFirst())
  }

  @Test func `searches commits by author and date`() throws {
    var world = World.small(commits: 0)
    world.repositories[0].commits = [
      World.commit("a", "Fix it", at: 1_700_000_000), World.commit("b", "Fix", at: 1_600_000_000),
    ]
    let theirs = World.commit("c", login: "hubot", at: 1_650_000_000)
    world.repositories.append(.init(id: 8, "octocat", "other", commits: [theirs]))
    let standIn = try GitHubStandIn(world)
    func found(_ query: String) throws -> [String] {
      let reply = try Visitor(standIn).get("/search/commits?q=\(query)")
      let items = try #require(reply.json?["items"]?.array)
      #expect(reply.json?["total_count"]?.integer == items.count)
      #expect(reply["X-RateLimit-Resource"] == "search")
      return items.compactMap { $0["sha"]?.string?.prefix(1) }.map(String.init)
    }
    #expect(try found("author:octocat+author-date:2023-01-01..2023-12-31") == ["a"])
    #expect(try found("author:octocat&order=asc") == ["b", "a"])
    #expect(try found("author:hubot") == ["c"])
    #expect(try found("repo:octocat/hello+fix+author-date:%3E2020-09-13") == ["a"])
    #expect(try found("author-date:%3C=2022-04-15") == ["c", "b"])
    #expect(try Visitor(standIn).get("/search/commits").status == 422)
    let item = try Visitor(standIn).get("/search/commits?q=author:hubot").json?["items"]?.array?[0]
    #expect(item?["repository"]?["full_name"] == "octocat/other")
  }

  @Test func `the same seed gives the same sample`() {
    let one = World.sample(repositories: 5, commitsEach: 20, seed: 3, today: 1_790_000_000)
    let other = World.sample(repositories: 5, commitsEach: 20, seed: 3, today: 1_790_000_000)
    let third = World.sample(repositories: 5, commitsEach: 20, seed: 4, today: 1_790_000_000)
    let shas = one.repositories.flatMap { $0.commits.map(\.sha) }
    #expect(one.repositories.map(\.commits) == other.repositories.map(\.commits))
    #expect(one.repositories[0].commits != third.repositories[0].commits)
    #expect(Set(shas).count == 100)
    #expect(shas.allSatisfy { $0.count == 40 && $0.allSatisfy(\.isHexDigit) })
    for repository in one.repositories {
      let dates = repository.commits.map(\.committer.date)
      #expect(dates == dates.sorted(by: >))
      #expect(repository.commits.last?.parents == [])
    }
  }
}
