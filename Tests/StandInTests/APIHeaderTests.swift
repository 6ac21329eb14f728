import JSON
import StandIn
import Testing

@Suite struct APIHeaderTests {
  @Test func `sends Date and rate limit headers`() throws {
    let standIn = try GitHubStandIn(.small())
    for target in ["/user", "/repos/octocat/none", "/rate_limit"] {
      let reply = try Visitor(standIn).get(target)
      #expect(reply["Date"]?.hasSuffix(" GMT") == true)
      #expect(reply["X-RateLimit-Limit"] == "5000")
      #expect(reply["X-RateLimit-Reset"].flatMap { Int($0) } != nil)
    }
    #expect(try Visitor(standIn, token: nil).get("/users/octocat")["X-RateLimit-Limit"] == "60")
  }

  @Test func `refuses bad credentials`() throws {
    let standIn = try GitHubStandIn(.small())
    let stranger = try Visitor(standIn, token: "gho_stranger").get("/repos/octocat/hello")
    #expect(stranger.status == 401)
    #expect(stranger.json?["message"] == "Bad credentials")
    #expect(try Visitor(standIn, token: nil).get("/user").status == 401)
    #expect(try Visitor(standIn, token: nil).get("/repos/octocat/hello").status == 200)
    standIn.change { $0.accounts[0].token = nil }
    #expect(try Visitor(standIn).get("/user").status == 401)
  }

  @Test func `requires a User-Agent`() throws {
    let standIn = try GitHubStandIn(.small())
    #expect(try Visitor(standIn).get("/user", ["User-Agent": ""]).status == 403)
    #expect(try Visitor(standIn).get("/user/").status == 404)
    #expect(try Visitor(standIn).get("/nonsense").status == 404)
    #expect(try Visitor(standIn).ask("POST", "/api/user").status == 404)
  }

  @Test func `answers 304 at no cost`() throws {
    let standIn = try GitHubStandIn(.small())
    let target = "/repos/octocat/hello/commits?per_page=100"
    let first = try Visitor(standIn).get(target)
    let tag = try #require(first["ETag"])
    #expect(tag.hasPrefix("W/\""))
    let again = try Visitor(standIn).get(target, ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
    #expect(again["ETag"] == tag)
    #expect(again["X-RateLimit-Used"] == "1")
    // A change elsewhere is none here.
    standIn.change { $0.repositories.append(.init(id: 9, "octocat", "other")) }
    #expect(try Visitor(standIn).get(target, ["If-None-Match": tag]).status == 304)
    standIn.change { $0.push([World.commit("f", at: 1_800_000_000)], to: "octocat/hello") }
    let changed = try Visitor(standIn).get(target, ["If-None-Match": tag])
    #expect(changed.status == 200)
    #expect(changed["ETag"] != tag)
    #expect(try Visitor(standIn, token: nil).get(target)["ETag"] != changed["ETag"])
  }

  @Test(arguments: [403, 429]) func `refuses requests until the reset`(status: Int) throws {
    let standIn = try GitHubStandIn(.small())
    standIn.limit(login: "octocat", remaining: 1, resetAfter: .seconds(1000), status: status)
    #expect(try Visitor(standIn).get("/user")["X-RateLimit-Remaining"] == "0")
    let refused = try Visitor(standIn).get("/user")
    #expect(refused.status == status)
    #expect(refused["X-RateLimit-Remaining"] == "0")
    #expect(refused.json?["message"]?.string?.contains("rate limit exceeded") == true)
    #expect(try Visitor(standIn).get("/rate_limit").json?["rate"]?["remaining"] == 0)
    #expect(try Visitor(standIn, token: nil).get("/users/octocat").status == 200)
    #expect(try Visitor(standIn).get("/search/commits?q=x").status == 200)
    standIn.limit(login: "octocat", remaining: 0, resetAfter: .zero)
    #expect(try Visitor(standIn).get("/user")["X-RateLimit-Remaining"] == "4999")
  }

  @Test func `returns each form of the secondary limit`() throws {
    let standIn = try GitHubStandIn(.small())
    for (wait, expected) in [
      (RateLimit.Wait.seconds(7), "7"), (.date(7), " GMT"), (.unsaid, nil as String?),
    ] {
      standIn.limitSecondarily(for: .seconds(1000), wait)
      let reply = try Visitor(standIn).get("/user")
      #expect(reply.status == 403)
      #expect(reply["Retry-After"]?.hasSuffix(expected ?? "") == (expected == nil ? nil : true))
      #expect(reply.json?["message"]?.string?.contains("secondary rate limit") == true)
      #expect(
        reply.json?["documentation_url"]?.string?.hasSuffix("secondary-rate-limits") == true)
      #expect(reply["X-RateLimit-Remaining"] != "0")
    }
    standIn.limitSecondarily(for: .zero, .unsaid)
    #expect(try Visitor(standIn).get("/user").status == 200)
  }

  @Test func `can fail a single response`() throws {
    let standIn = try GitHubStandIn(.small())
    standIn.next(matching: "/user", after: 1, times: 2, do: .unavailable())
    standIn.next(matching: "/repos/octocat/hello/commits") { _, usual in
      usual.behaving(.dropAfter(bytes: 100))
    }
    let statuses = try (0..<4).map { _ in try Visitor(standIn).get("/user").status }
    #expect(statuses == [200, 503, 503, 200])
    let commits = "/repos/octocat/hello/commits"
    #expect(try Visitor(standIn).get(commits).isCut)
    #expect(try !Visitor(standIn).get(commits).isCut)
    #expect(standIn.pendingInterventions == 0)
    standIn.next(
      where: { $0.headers["X-Odd"] != nil }, do: { request, _ in .redirect(to: request.target) })
    #expect(try Visitor(standIn).get("/user", ["X-Odd": "1"])["Location"] == "/api/user")
    #expect(standIn.requests(to: "/user").count == 5)
    #expect(standIn.answers[503] == 2)
  }

  @Test func `can delay responses and counts concurrent ones`() throws {
    let standIn = try GitHubStandIn(.small())
    standIn.latency = .milliseconds(100)
    let start = ContinuousClock.now
    let clients = try (0..<4).map { _ in try RawClient(standIn.server.port) }
    for client in clients { client.request("GET", "/api/users/octocat", ["User-Agent": "test"]) }
    for client in clients { #expect(client.reply()?.status == 200) }
    #expect(ContinuousClock.now - start >= .milliseconds(100))
    #expect((2...4).contains(standIn.mostAtOnce))
  }

  @Test func `has room for other routes`() throws {
    let standIn = try GitHubStandIn()
    standIn.route("/v1/forecast") { .json(["asked": .string($0.rawQuery)]) }
    let reply = try Visitor(standIn).ask("GET", "/v1/forecast?latitude=37.57")
    #expect(reply.json == ["asked": "latitude=37.57"])
  }
}
