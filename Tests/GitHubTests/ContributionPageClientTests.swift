import Diary
import HTTP
import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import GitHub

/// Requests for the contribution page.
@Suite(.timeLimit(.minutes(5)))
struct ContributionPageClientTests {
  let clock = VirtualClock()

  private func client(
    _ transport: any HTTPTransport, host: GitHubHost = Sample.host, token: String? = nil
  ) -> GitHubClient {
    GitHubClient(
      host: host, token: token.map(Token.init), transport: transport,
      options: ClientOptions(retryPolicy: .short), clock: clock)
  }

  private static let counts = CalendarSample.counts(year: 2025)

  private static let html = ContributionPageWriter(year: 2025, counts: counts).html

  @Test(arguments: [nil, "gho_0123456789", "not a token"])
  func `fetches the page without a token`(token: String?) async throws {
    let transport = ScriptedTransport([.answer(200, Self.html)])
    let page = try await client(transport, token: token).contributionPage(of: "octocat", year: 2025)
    #expect(page.days == CalendarSample.expected(Self.counts, year: 2025))
    let request = try #require(transport.requests.first)
    #expect(
      request.url == "https://github.com/users/octocat/contributions?from=2025-01-01&to=2025-12-31")
    #expect(request.headers["Accept"] == "text/html")
    #expect(request.headers["X-Requested-With"] == "XMLHttpRequest")
    #expect(request.headers["Authorization"] == nil)
    #expect(request.authorization == nil)
    #expect(request.bodyLimit == 4 << 20)
  }

  @Test func `escapes the login in the path`() async {
    let transport = ScriptedTransport([.answer(404, "Not Found")])
    _ = try? await client(transport).contributionPage(of: "../a?b", year: 2025)
    #expect(transport.requests.first?.url.contains("/users/..%2Fa%3Fb/contributions?") == true)
  }

  @Test(arguments: [Int.min, -1, 0, 10_000, Int.max])
  func `clamps years to the calendar`(year: Int) async {
    let transport = ScriptedTransport([.answer(404, "Not Found")])
    await #expect(throws: ContributionPageError.notFound) {
      try await client(transport).contributionPage(of: "octocat", year: year)
    }
    let asked = year < 1 ? "0001" : "9999"
    #expect(
      transport.requests.first?.url.hasSuffix("from=\(asked)-01-01&to=\(asked)-12-31") == true)
  }

  @Test(arguments: [
    (ScriptedTransport.Step.answer(404, "Not Found"), ContributionPageError.notFound),
    (.answer(200, "Not Found"), .notFound), (.answer(401, ""), .loginRequired),
    (.answer(503, ""), .notFetched(.serverError(status: 503))),
    (.answer(406, ""), .notFetched(.rejected(status: 406, detail: ""))),
    (.answer(200, "<p>"), .noCalendar), (.answer(200, "{}"), .notHTML),
    (
      .answer(429, "Whoa there!", ["Retry-After": "60"]),
      .notFetched(.rateLimited(.secondary, wait: .seconds(60), until: nil))
    ),
    (
      .failure(.tooLarge(host: "github.com", limit: 4 << 20)),
      .notFetched(.tooLarge(limit: 4 << 20))
    ),
    (.failure(.cancelled), .notFetched(.cancelled)),
    (
      .answer(200, "<p>", from: "https://elsewhere.example/"),
      .notFetched(.foreignURL(url: "https://elsewhere.example/"))
    ),
    (
      .answer(200, "<p>", from: "https://github.com/login?return_to=%2Fusers"), .loginRequired
    ),
  ])
  func `reports why there is no page`(
    step: ScriptedTransport.Step, error: ContributionPageError
  ) async {
    await #expect(throws: error) {
      try await client(ScriptedTransport([step])).contributionPage(of: "octocat", year: 2025)
    }
    #expect(clock.sleeps.isEmpty)
  }

  @Test func `stops after a rate limit`() async {
    let transport = ScriptedTransport([.answer(429, "", ["Retry-After": "60"])])
    let client = client(transport)
    for _ in 0..<3 {
      await #expect(throws: ContributionPageError.self) {
        try await client.contributionPage(of: "octocat", year: 2025)
      }
    }
    #expect(transport.requests.count == 1)
  }

  // MARK: Over the network

  private func serving(_ world: World) throws -> (GitHubStandIn, GitHubClient) {
    let standIn = try GitHubStandIn(world)
    let host = try GitHubHost("github.com", environment: Environment(standIn.environment))
    let transport = CurlTransport(environment: Environment([:]), userAgent: "commitdiary/test")
    return (standIn, client(transport, host: host))
  }

  private var world: World {
    var world = World(accounts: [World.Account("octocat"), World.Account("github", id: 9919)])
    world.accounts[1].isOrganization = true
    world.contributions["octocat"] = Self.counts
    return world
  }

  @Test func `reads the page of the stand-in`() async throws {
    let (standIn, client) = try serving(world)
    let page = try await client.contributionPage(of: "octocat", year: 2025)
    #expect(page.days == CalendarSample.expected(Self.counts, year: 2025))
    #expect(try await client.contributionPage(of: "octocat", year: 2024).total == 0)
    #expect(standIn.requests.allSatisfy { $0.headers["Authorization"] == nil })
    #expect(standIn.requests.allSatisfy { $0.headers["User-Agent"] == "commitdiary/test" })
  }
}

/// Recorded pages of GitHub, compared with the results of two other programs.
@Suite(.enabled(if: Recordings.areThere(service), "\(Recordings.missing(service))"))
struct ContributionPageCapturedTests {
  private static let names: [String] = {
    let files = (try? File.list(Recordings.folder(service))) ?? []
    return files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// The names of forms begin like this; `e5` is the one since November 2023.
  private static func isFormer(_ name: String) -> Bool {
    ["e1", "e2", "e3", "e4"].contains { name.hasPrefix($0) }
  }

  @Test(arguments: names.filter { !isFormer($0) })
  func `finds every day`(name: String) throws {
    let bytes = try Recordings.bytes(service, "\(name).html")
    let facts = try JSONParser.parse(Recordings.bytes(service, "\(name).expected.json"))
    let days = try (facts["days"]?.array ?? []).map { value in
      Contribution(
        day: try #require(value["date"]?.string.flatMap { Day(iso: $0) }),
        count: value["count"]?.integer, level: try #require(value["level"]?.integer))
    }
    guard !days.isEmpty else {
      #expect(throws: ContributionPageError.notFound) { try ContributionPage(bytes) }
      return
    }
    let page = try ContributionPage(bytes)
    #expect(page.days == days)
    #expect(page.total == facts["total"]?.integer)
    #expect(page.headlineTotal == facts["headlineTotal"]?.integer)
  }

  @Test(arguments: names.filter(isFormer))
  func `refuses a page from before November 2023`(name: String) throws {
    let bytes = try Recordings.bytes(service, "\(name).html")
    #expect(throws: ContributionPageError.noCalendar) { try ContributionPage(bytes) }
  }
}

private let service = "contributions"
