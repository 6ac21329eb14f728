import Diary
import HTTP
import JSON
import Synchronization
import Testing

@testable import GitHub

@Suite struct GitHubClientTests {
  let clock = VirtualClock()

  private func client(
    _ transport: ScriptedTransport, token: String? = "gho_0123456789",
    _ options: ClientOptions = ClientOptions(),
    _ observer: ClientObserver = ClientObserver()
  ) -> GitHubClient {
    GitHubClient(transport, token: token, options, observer, clock: clock)
  }

  // MARK: Requests

  @Test func `a request has Accept and User-Agent headers`() async throws {
    let transport = ScriptedTransport([.account])
    _ = try await client(transport).account()
    let request = try #require(transport.requests.first)
    #expect(request.method == .get)
    #expect(request.url == "https://api.github.com/user")
    #expect(request.headers["Accept"] == "application/vnd.github+json")
    #expect(request.headers["X-GitHub-Api-Version"] == "2022-11-28")
    #expect(request.headers["If-None-Match"] == nil)
    #expect(request.authorization == Authorization(bearer: "gho_0123456789"))
  }

  @Test func `sends no header without a token and refuses an invalid one`()
    async throws
  {
    let transport = ScriptedTransport([.account])
    _ = try? await client(transport, token: nil).repository(.named(owner: "o", name: "r"))
    #expect(transport.requests.first?.authorization == nil)
    for token in ["", "gho_\n", "two words"] {
      await #expect(throws: GitHubError.unusableToken) {
        try await client(transport, token: token).account()
      }
    }
    #expect(transport.requests.count == 1)
  }

  @Test func `escapes names in paths`() async throws {
    let transport = ScriptedTransport([.json("{}", status: 404)])
    let client = client(transport)
    _ = try? await client.repository(.named(owner: "..", name: "../../user"))
    _ = try? await client.commit("feature/é #1", of: .numbered(7))
    _ = try? await client.commit("../../../user", of: .numbered(7))
    #expect(
      transport.requests.map(\.url) == [
        "https://api.github.com/repos/%2E%2E/..%2F..%2Fuser",
        "https://api.github.com/repositories/7/commits/feature/%C3%A9%20%231?per_page=1",
        "https://api.github.com/repositories/7/commits/%2E%2E/%2E%2E/%2E%2E/user?per_page=1",
      ])
    await #expect(throws: GitHubError.unknownRevision("a//b")) {
      try await client.commit("a//b", of: .numbered(7))
    }
  }

  @Test func `lists have the documented URLs`() throws {
    let client = client(ScriptedTransport([]))
    #expect(
      client.repositories.url
        == "https://api.github.com/user/repos?visibility=all&affiliation=owner,collaborator,organization_member&sort=pushed&direction=desc&per_page=100"
    )
    #expect(
      client.commits(of: .named(owner: "o", name: "n"), by: "octo@cat.com").url
        == "https://api.github.com/repos/o/n/commits?author=octo%40cat.com&per_page=100")
  }

  // MARK: Values

  @Test func `returns an account with its scopes`() async throws {
    let transport = ScriptedTransport([
      .json(
        #"{"login":"octocat","id":"1","name":""}"#,
        [
          "X-OAuth-Scopes": "repo, read:user", "ETag": #"W/"abc""#,
          "github-authentication-token-expiration": "2026-01-01 00:00:00 UTC",
        ])
    ])
    let fetched = try await client(transport).account()
    var account = Profile(id: 1, login: "octocat")
    account.scopes = Scopes(names: ["repo", "read:user"])
    account.tokenExpiry = Instant(rfc3339: "2026-01-01T00:00:00Z")
    #expect(fetched == .fresh(account, etag: #"W/"abc""#))
  }

  @Test func `reads both dates of a commit in any time zone`() async throws {
    let transport = ScriptedTransport([.json("[\(Sample.commit(Sample.sha("A")))]")])
    let client = client(transport)
    let page = try await client.page(at: client.commits(of: .numbered(1))).value
    let commit = try #require(page?.elements.first)
    #expect(commit.commit.sha == Sample.sha("a"))
    #expect(commit.commit.subject == "Say hello")
    #expect(commit.login == "octocat")
    #expect(commit.commit.date.instant == Instant(rfc3339: "2025-11-21T08:00:00Z"))
    #expect(commit.committedAt == Instant(rfc3339: "2025-11-21T15:00:00Z"))
  }

  @Test func `skips an invalid element`() async throws {
    let good = Sample.commit(Sample.sha("a"))
    let bad = [
      Sample.commit(Sample.sha("b"), date: "yesterday"), Sample.commit("not hex"), "null", "7",
      #"{"sha":"\#(Sample.sha("c"))"}"#,
      #"{"sha":"\#(Sample.sha("d"))","commit":{"author":null,"committer":null}}"#,
    ]
    let transport = ScriptedTransport([.json("[\((bad + [good]).joined(separator: ","))]")])
    let client = client(transport)
    let page = try await client.page(at: client.commits(of: .numbered(1))).value
    #expect(page?.elements.map(\.commit.sha) == [Sample.sha("a")])
    #expect(page?.skipped == bad.count)
  }

  @Test func `follows a renamed repository by its number`() async throws {
    let transport = ScriptedTransport([
      .answer(
        200, Sample.repository(7, "octocat/New-Name"), from: "https://api.github.com/repositories/7"
      )
    ])
    let repository = try #require(
      await client(transport).repository(.named(owner: "octocat", name: "old")).value)
    #expect(repository.number == 7)
    #expect(repository.isPrivate && repository.isArchived && !repository.isFork)
    #expect(repository.repository.name == "github.com/octocat/New-Name")
  }

  @Test(arguments: [("partial-results; organizations=1,2", true), ("", false)])
  func `reports a list without an organization`(header: String, isPartial: Bool)
    async throws
  {
    let client = client(ScriptedTransport([.json("[]", ["X-GitHub-SSO": header])]))
    let page = try #require(await client.page(at: client.repositories).value)
    #expect(page.isPartial == isPartial)
  }

  // MARK: ETags and pages

  @Test func `sends an etag unchanged and accepts 304`() async throws {
    let transport = ScriptedTransport([.answer(304), .json("[]", ["ETag": "\"b\""])])
    let client = client(transport)
    let address = client.commits(of: .numbered(1))
    #expect(try await client.page(at: address, etag: #"W/"a""#) == .unchanged)
    #expect(transport.requests.first?.headers["If-None-Match"] == #"W/"a""#)
    guard case .fresh(let page, let etag) = try await client.page(at: address) else {
      return #expect(Bool(false), "nothing is fresh")
    }
    #expect(etag == "\"b\"")
    #expect(page.address.url == address.url)
    #expect(page.elements.isEmpty && page.next == nil)
  }

  @Test func `refuses 304 without an etag`() async {
    let client = client(ScriptedTransport([.answer(304)]))
    await #expect(throws: GitHubError.unexpected(detail: "HTTP 304")) { try await client.account() }
  }

  @Test func `follows next links through short and empty pages`() async throws {
    func page(_ body: String, _ next: String?) -> ScriptedTransport.Step {
      .json(body, next.map { ["Link": "<\($0)>; rel=\"next\""] } ?? [:])
    }
    let next = [
      "https://api.github.com/repositories/7/commits?top=a%2Bb&last_sha=c",
      "https://api.github.com:443/x",
    ]
    let transport = ScriptedTransport([
      page("[\(Sample.commit(Sample.sha("a")))]", next[0]), page("[]", next[1]),
      page("[\(Sample.commit(Sample.sha("b")))]", nil),
    ])
    let client = client(transport)
    var address: PageAddress<HostedCommit>? = client.commits(of: .named(owner: "o", name: "n"))
    var found: [String] = []
    while let here = address {
      let page = try #require(await client.page(at: here).value)
      found += page.elements.map(\.commit.sha)
      address = page.next
    }
    #expect(found == [Sample.sha("a"), Sample.sha("b")])
    #expect(transport.requests.dropFirst().map(\.url) == next)
  }

  @Test(arguments: [
    "https://evil.example/user/repos?page=2", "http://api.github.com/user/repos?page=2",
    "https://api.github.com:8443/", "https://api.github.com@evil.example/", "//evil.example/",
    "/user/repos?page=2",
    "https://api.github.com\\@evil.example/",
  ])
  func `refuses a next link to another server`(_ next: String) async {
    let transport = ScriptedTransport([.json("[]", ["Link": "<\(next)>; rel=\"next\""])])
    let client = client(transport)
    await #expect(throws: GitHubError.foreignURL(url: next)) {
      try await client.page(at: client.repositories)
    }
    let kept = PageAddress<HostedRepository>(next)
    await #expect(throws: GitHubError.foreignURL(url: next)) { try await client.page(at: kept) }
    #expect(transport.requests.count == 1)
  }

  @Test func `ends a list that loops`() async throws {
    let addresses = ["a", "b", "c", "a"].map { "https://api.github.com/\($0)" }
    let transport = ScriptedTransport(
      addresses.map { .json("[{}]", ["Link": "<\($0)>; rel=next"]) })
    let client = client(transport)
    try await expectEnd(of: client.repositories, client, after: 4)
  }

  @Test func `ends a list of empty pages`() async throws {
    let steps = (0..<100).map { number in
      ScriptedTransport.Step.json("[]", ["Link": "<https://api.github.com/\(number)>; rel=next"])
    }
    let client = client(ScriptedTransport(steps))
    try await expectEnd(of: client.repositories, client, after: 20)
  }

  private func expectEnd(
    of list: PageAddress<HostedRepository>, _ client: GitHubClient, after count: Int
  ) async throws {
    var address: PageAddress<HostedRepository>? = list
    for _ in 1..<count {
      let here = try #require(address)
      address = try #require(await client.page(at: here).value).next
    }
    let last = try #require(address)
    do {
      _ = try await client.page(at: last)
      #expect(Bool(false), "it goes on")
    } catch {
      guard case .endlessPages = error else { throw error }
    }
  }

  @Test func `refuses a response from another server`() async {
    let transport = ScriptedTransport([
      .answer(200, #"{"login":"octocat","id":1}"#, from: "https://evil.example/user")
    ])
    await #expect(throws: GitHubError.foreignURL(url: "https://evil.example/user")) {
      try await client(transport).account()
    }
  }

  // MARK: Errors

  private static func saying(
    _ message: String, _ status: Int, _ more: String = ""
  ) -> ScriptedTransport.Step {
    .json(#"{"message":"\#(message)"\#(more)}"#, status: status)
  }

  private static let saml = "Resource protected by organization SAML enforcement."
  private static let addresses = "the org has an IP allow list enabled"
  private static let missingScope: HTTPHeaders = [
    "X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": "repo",
  ]

  private static func signOn(_ url: String) -> ScriptedTransport.Step {
    .json("{}", status: 403, ["X-GitHub-SSO": "required; url=\(url)"])
  }

  /// What is sent, the error, and whether it is a reason to skip a repository.
  static let refusals: [(String, ScriptedTransport.Step, GitHubError, Bool)] = [
    ("401", saying("Bad credentials", 401), .badCredentials, false),
    (
      "SSO", signOn("https://github.com/orgs/o/sso?a=b"),
      .ssoRequired(url: "https://github.com/orgs/o/sso?a=b"), true
    ),
    (
      "SSO at no address", signOn("javascript:alert(1)"), .ssoRequired(url: nil), true
    ),
    ("SAML", saying(saml, 403), .policy(detail: saml), true),
    ("addresses", saying(addresses, 403), .policy(detail: addresses), true),
    (
      "a scope", .json(#"{"message":"No"}"#, status: 403, missingScope), .missingScope("repo"), true
    ),
    ("403", saying("No", 403), .forbidden(detail: "No"), true),
    ("404", .json("{}", status: 404), .notFound(missingScope: nil), true),
    (
      "404 for want of a scope", .json("{}", status: 404, missingScope),
      .notFound(missingScope: "repo"), true
    ),
    ("410", .answer(410), .notFound(missingScope: nil), true),
    ("409", saying("Git Repository is empty.", 409), .emptyRepository, true),
    (
      "451", saying("Repository access blocked", 451, #","block":{"reason":"dmca"}"#),
      .blocked(reason: "dmca"), true
    ),
    (
      "403 tos", saying("Repository access blocked", 403, #","block":{"reason":"tos"}"#),
      .blocked(reason: "tos"), true
    ),
    (
      "422", saying("Validation Failed", 422, #","errors":["q is missing"]"#),
      .rejected(status: 422, detail: "Validation Failed: q is missing"), true
    ),
    (
      "422 with objects",
      saying(
        "Validation Failed", 422,
        #","errors":[{"resource":"Search","field":"q","code":"missing"}]"#),
      .rejected(status: 422, detail: "Validation Failed: Search.q missing"), true
    ),
    ("400", .answer(400, "<html>"), .rejected(status: 400, detail: ""), false),
    ("a redirect to nowhere", .answer(302), .unexpected(detail: "HTTP 302"), false),
    ("HTML", .answer(200, "<html>welcome to this hotel"), .notJSON, false),
    ("half of it", .answer(200, #"{"login":"octo"#), .notJSON, false),
    ("nothing", .answer(200), .notJSON, false),
    ("another shape", .json("[]"), .unexpected(detail: "login"), false),
    (
      "an error as a text", .json(#"{"error":"broken"}"#), .unexpected(detail: "broken"), false
    ),
    ("too much", .failure(.tooLarge(host: "a", limit: 7)), .tooLarge(limit: 7), false),
    ("Ctrl-C", .failure(.cancelled), .cancelled, false),
    (
      "a wrong certificate", .failure(.certificate(host: "a", detail: "b")),
      .connection(.certificate(host: "a", detail: "b")), false
    ),
  ]

  @Test(arguments: refusals)
  func `distinguishes errors and sends each request once`(
    name: String, step: ScriptedTransport.Step, error: GitHubError, skips: Bool
  ) async {
    let transport = ScriptedTransport([step])
    await #expect(throws: error) { try await client(transport).account() }
    #expect(error.isReasonToSkip == skips)
    #expect(transport.requests.count == 1)
  }

  @Test func `401 without a token requires a login`() async {
    let transport = ScriptedTransport([.json("{}", status: 401)])
    await #expect(throws: GitHubError.loginRequired) {
      try await client(transport, token: nil).repository(.named(owner: "o", name: "r"))
    }
  }

  @Test func `names an unknown revision`() async {
    let transport = ScriptedTransport([
      .json(#"{"message":"No commit found for SHA: x"}"#, status: 422)
    ])
    await #expect(throws: GitHubError.unknownRevision("x")) {
      try await client(transport).commit("x", of: .numbered(1))
    }
  }

  @Test func `truncates server messages`() async {
    let text = String(repeating: "long ", count: 100)
    let transport = ScriptedTransport([.json(#"{"message":"\#(text)"}"#, status: 403)])
    await #expect(throws: GitHubError.forbidden(detail: String(text.prefix(200)) + "…")) {
      try await client(transport).account()
    }
  }

  // MARK: Waiting

  @Test func `waits for a rate limit, reporting it once`() async throws {
    let events = Events()
    let transport = ScriptedTransport([
      .json("{}", status: 429, ["Retry-After": "8"]), .account,
    ])
    let client = client(transport, ClientOptions(), events.observer)
    #expect(try await client.account().value?.login == "octocat")
    #expect(clock.sleeps == [.seconds(8)])
    #expect(events.waits.map(\.length) == [.seconds(8)])
    #expect(events.resumed == 1)
    #expect(client.requests == 2)
  }

  @Test func `retries server errors after 1, 4 and 9 seconds`() async throws {
    let transport = ScriptedTransport([
      .answer(502), .dropped, .answer(503, "<html>"), .answer(500),
    ])
    await #expect(throws: GitHubError.serverError(status: 500)) {
      try await client(transport).account()
    }
    #expect(clock.sleeps == [.seconds(1), .seconds(4), .seconds(9)])
    #expect(transport.requests.count == 4)
  }

  @Test func `halves a page that times out`() async throws {
    let transport = ScriptedTransport([.answer(502), .answer(502), .answer(502), .json("[]")])
    let client = client(transport)
    let address = client.commits(of: .numbered(1))
    let page = try #require(await client.page(at: address, etag: "\"a\"").value)
    let sizes = transport.requests.map { $0.url.split(separator: "=").last }
    #expect(sizes == ["100", "100", "50", "25"].map { Optional($0) })
    #expect(transport.requests.map { $0.headers["If-None-Match"] } == ["\"a\"", "\"a\"", nil, nil])
    #expect(page.address.url == "https://api.github.com/repositories/1/commits?per_page=25")
  }

  @Test(arguments: [
    ("https://a/x?per_page=100", "https://a/x?per_page=50"),
    ("https://a/x?per_page=100&page=3", "https://a/x?per_page=50&page=5"),
    ("https://a/x?page=3&sha=b&per_page=50", "https://a/x?page=5&sha=b&per_page=25"),
    ("https://a/x?per_page=25", nil), ("https://a/x?per_page=10", nil), ("https://a/x", nil),
    ("https://a/x?per_page=100&after=c", nil), ("https://a/x?per_page=100&last_sha=c", nil),
    ("https://a/x?per_page=100&page=9223372036854775807", nil),
    ("https://a/x?per_page=-2&page=1", nil),
  ])
  func `a halved page starts at the same element`(url: String, half: String?) {
    #expect(PageSize.halved(url) == half)
  }

  @Test func `sends nothing during a wait`() async throws {
    let limited = ScriptedTransport.Step.json("{}", status: 403, ["Retry-After": "30"])
    let transport = ScriptedTransport([limited, .account])
    let events = Events()
    var options = ClientOptions()
    options.concurrency = 1
    let client = client(transport, options, events.observer)
    try await withThrowingTaskGroup { group in
      for _ in 0..<5 { group.addTask { _ = try await client.account() } }
      try await group.waitForAll()
    }
    #expect(events.waits.count == 1)
    #expect(transport.requests.count == 6)
    #expect(clock.elapsed == .seconds(30))
  }

  @Test func `without waiting every request gets the error`() async {
    let transport = ScriptedTransport([.json("{}", status: 403, ["Retry-After": "30"])])
    let client = client(transport, ClientOptions(retryPolicy: .withoutLimits))
    let error = GitHubError.rateLimited(.secondary, wait: .seconds(30), until: nil)
    await #expect(throws: error) { try await client.account() }
    await #expect(throws: error) { try await client.rateLimits() }
    #expect(transport.requests.count == 1)
    #expect(clock.sleeps.isEmpty)
  }

  @Test func `the short policy waits five seconds in all`() async throws {
    let transport = ScriptedTransport([.account])
    let client = client(transport, ClientOptions(retryPolicy: .short))
    _ = try await client.account()
    clock.pass(.seconds(3))
    _ = try await client.account()
    #expect(transport.requests.map(\.wholeDeadline) == [.seconds(5), .seconds(2)])
    clock.pass(.seconds(3))
    let error = GitHubError.connection(.timedOut(host: "api.github.com", after: .seconds(5)))
    await #expect(throws: error) { try await client.account() }
    #expect(transport.requests.count == 2)
  }

  @Test func `canceling ends a wait at once`() async {
    let transport = ScriptedTransport([.json("{}", status: 403, ["Retry-After": "30"])])
    let events = Events()
    let client = GitHubClient(transport, .init(), events.observer, clock: FrozenClock())
    let task = Task { try await client.account() }
    while events.waits.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: GitHubError.cancelled) { try await task.value }
  }

  @Test func `keeps the last rate limit`() async throws {
    let transport = ScriptedTransport([
      .json(
        #"{"login":"octocat","id":1}"#,
        [
          "X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "4987",
          "X-RateLimit-Reset": "1763730000",
        ])
    ])
    let client = client(transport)
    _ = try await client.account()
    let reset = Instant(secondsSince1970: 1_763_730_000)
    #expect(client.lastRateLimit == RateLimit(limit: 5000, remaining: 4987, resetsAt: reset))
  }

  final class Events: Sendable {
    private let state = Mutex((waits: [Wait](), resumed: 0))

    var waits: [Wait] { state.withLock(\.waits) }
    var resumed: Int { state.withLock(\.resumed) }
    var observer: ClientObserver {
      ClientObserver(
        waiting: { wait in self.state.withLock { $0.waits.append(wait) } },
        resumed: { self.state.withLock { $0.resumed += 1 } })
    }
  }
}
