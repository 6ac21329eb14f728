import JSON
import StandIn
import Testing

@Suite struct GraphQLTests {
  @Test func `returns the requested calendar fields`() throws {
    var world = World.small(commits: 0)
    world.contributions["octocat"] = ["2024-02-29": 3, "2024-03-01": 1, "2022-01-01": 9]
    let standIn = try GitHubStandIn(world)
    let answer = try Visitor(standIn).graphQL(
      """
      query($from: DateTime!, $to: DateTime!) { # a year
        viewer { login, contributionsCollection(from: $from, to: $to) {
          contributionYears
          contributionCalendar { totalContributions
            weeks { contributionDays { date contributionCount weekday } } } } }
      }
      """, ["from": "2024-01-01T00:00:00Z", "to": "2024-12-31T23:59:59Z"])
    let viewer = answer["data"]?["viewer"]
    #expect(viewer?["login"] == "octocat")
    let collection = viewer?["contributionsCollection"]
    #expect(collection?["contributionYears"] == [2024, 2022])
    #expect(collection?["contributionCalendar"]?["totalContributions"] == 4)
    let weeks = try #require(collection?["contributionCalendar"]?["weeks"]?.array)
    let days = weeks.flatMap { $0["contributionDays"]?.array ?? [] }
    #expect(days.count == 366)
    #expect(days[59] == ["date": "2024-02-29", "contributionCount": 3, "weekday": 4])
    #expect(weeks.dropFirst().allSatisfy { $0["contributionDays"]?.array?[0]["weekday"] == 0 })
  }

  @Test func `refuses more than a year`() throws {
    let standIn = try GitHubStandIn(.small())
    let answer = try Visitor(standIn).graphQL(
      """
      {viewer{login contributionsCollection(from:"2020-01-01T00:00:00Z",\
      to:"2022-01-01T00:00:00Z"){contributionYears}}}
      """)
    #expect(answer["data"]?["viewer"]?["login"] == "octocat")
    #expect(answer["errors"]?.array?.count == 1)
  }

  @Test func `paginates histories, several per query`() throws {
    var world = World.small(commits: 5)
    world.repositories.append(.init(id: 8, "octocat", "empty"))
    let shas = world.repositories[0].commits.map(\.sha)
    let standIn = try GitHubStandIn(world)
    let question = """
      query($after: String) {
        a: repository(owner: "octocat", name: "hello") { defaultBranchRef { name target {
          ... on Commit { history(first: 3, after: $after) {
            pageInfo { hasNextPage endCursor } nodes { oid committedDate } } } } } }
        b: repository(owner: "octocat", name: "empty") { databaseId defaultBranchRef { name } }
        c: repository(owner: "octocat", name: "none") { id }
      }
      """
    let first = try Visitor(standIn).graphQL(question, ["after": nil])
    func history(_ answer: JSONValue) -> JSONValue? {
      answer["data"]?["a"]?["defaultBranchRef"]?["target"]?["history"]
    }
    #expect(history(first)?["nodes"]?.array?.compactMap { $0["oid"]?.string } == Array(shas[..<3]))
    #expect(history(first)?["pageInfo"]?["hasNextPage"] == true)
    #expect(first["data"]?["b"] == ["databaseId": 8, "defaultBranchRef": nil])
    #expect(first["data"]?["c"] == .null)
    #expect(first["errors"]?.array?[0]["type"] == "NOT_FOUND")
    #expect(first["errors"]?.array?[0]["path"] == ["c"])
    let cursor = try #require(history(first)?["pageInfo"]?["endCursor"])
    let second = try Visitor(standIn).graphQL(question, ["after": cursor])
    #expect(history(second)?["nodes"]?.array?.compactMap { $0["oid"]?.string } == Array(shas[3...]))
    #expect(history(second)?["pageInfo"]?["hasNextPage"] == false)
  }

  @Test func `returns a rate limit with status 200`() throws {
    let standIn = try GitHubStandIn(.small())
    standIn.limit(.graphql, login: "octocat", remaining: 0, resetAfter: .seconds(1000))
    let reply = try Visitor(standIn).ask("POST", "/api/graphql", body: #"{"query":"{viewer{id}}"}"#)
    #expect(reply.status == 200)
    #expect(reply.json?["errors"]?.array?[0]["type"] == "RATE_LIMITED")
    #expect(reply["X-RateLimit-Remaining"] == "0")
    #expect(reply["X-RateLimit-Resource"] == "graphql")
  }

  @Test func `refuses a query without a token`() throws {
    let standIn = try GitHubStandIn(.small())
    let reply = try Visitor(standIn, token: nil).ask(
      "POST", "/api/graphql", body: #"{"query":"{viewer{id}}"}"#)
    #expect(reply.status == 401)
  }

  @Test(arguments: [
    "", "{", "{viewer", "{viewer(", "{viewer(a:", "{viewer(a:[", "{a:}", "}", "{...", "{\"x\"}",
    "{viewer{nonsense}}", "mutation{x}", String(repeating: "{a", count: 300), "{a(b:\"\\",
  ])
  func `refuses an invalid query`(_ query: String) throws {
    let standIn = try GitHubStandIn(.small())
    #expect(try Visitor(standIn).graphQL(query)["errors"] != nil)
  }
}
