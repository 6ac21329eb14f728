import Diary
import HTTP
import Platform
import StandIn
import Synchronization
import Testing

@testable import GitHub

/// The client and the login with the stand-in server, over real sockets. Waits use a virtual clock;
/// deliberate delays are fractions of a second.
@Suite(.timeLimit(.minutes(5)))
struct GitHubIntegrationTests {
  let standIn: GitHubStandIn
  let host: GitHubHost
  let transport = CurlTransport(environment: Environment([:]), userAgent: "commitdiary/test")
  let clock = VirtualClock()

  init() throws {
    standIn = try GitHubStandIn(.sample(repositories: 25, commitsEach: 30, seed: 7))
    host = try GitHubHost("github.com", environment: Environment(standIn.environment))
  }

  private var token: Token { Token(standIn.world.accounts.first?.token ?? "") }

  private func client(_ options: ClientOptions = ClientOptions()) -> GitHubClient {
    GitHubClient(host: host, token: token, transport: transport, options: options, clock: clock)
  }

  private func all<Element: PageElement>(
    _ list: PageAddress<Element>, _ client: GitHubClient
  ) async throws -> [Element] {
    var address: PageAddress<Element>? = list
    var found: [Element] = []
    while let here = address {
      let page = try #require(await client.page(at: here).value)
      #expect(page.skipped == 0)
      found += page.elements
      address = page.next
    }
    return found
  }

  @Test(arguments: [World.Paging.numbers, .cursors])
  func `lists every commit once`(_ paging: World.Paging) async throws {
    standIn.change { $0.paging = paging }
    let client = client()
    let repository = try #require(standIn.world.repositories.first { $0.misfortune == nil })
    let list = client.commits(of: .numbered(repository.id)).url
    let small = list.replacing("per_page=\(PageSize.standard)", with: "per_page=7")
    let found = try await all(PageAddress<HostedCommit>(small), client)
    #expect(found.map(\.commit.sha) == repository.commits.map(\.sha))
    #expect(
      found.map(\.committedAt.secondsSince1970)
        == repository.commits.map { Int64($0.committer.date) })
    #expect(found.map(\.login) == repository.commits.map(\.author.login))
  }

  @Test func `lists all repositories, last pushed first`() async throws {
    let client = client()
    let found = try await all(client.repositories, client)
    #expect(found.count == standIn.world.repositories.count)
    let pushes = found.compactMap(\.pushedAt)
    #expect(pushes == pushes.sorted(by: >))
  }

  @Test func `304 costs nothing`() async throws {
    let client = client()
    let list = client.commits(of: .numbered(try #require(standIn.world.repositories.first).id))
    guard case .fresh(_, let etag?) = try await client.page(at: list) else {
      return #expect(Bool(false), "there is no tag")
    }
    let remaining = client.lastRateLimit?.remaining
    #expect(try await client.page(at: list, etag: etag) == .unchanged)
    #expect(client.lastRateLimit?.remaining == remaining)
  }

  @Test func `fetches contributions by query and as a page`() async throws {
    let login = try #require(standIn.world.accounts.first).login
    standIn.change { $0.contributions[login] = ["2025-03-01": 4, "2025-03-02": 1] }
    let first = try #require(Day(iso: "2025-01-01"))
    let days = try await client().contributions(on: first...(first + 364))
    #expect(days.count == 365)
    #expect(days.filter { $0.count != 0 }.map(\.count) == [4, 1])
    #expect(try await client().contributionPage(of: login, year: 2025).days == days)
  }

  @Test func `waits for limits`() async throws {
    let login = standIn.world.accounts.first?.login
    let standIn = standIn
    standIn.limit(login: login, remaining: 0, resetAfter: .seconds(600))
    standIn.next(matching: "/user", do: Answer.secondaryLimit(.seconds(7)))
    let observer = ClientObserver(waiting: { wait in
      // The server does not use the client's virtual clock, so its limit is reset here.
      guard wait.reason == .limit(.primary) else { return }
      standIn.limit(login: login, remaining: 5000, resetAfter: .seconds(3600))
    })
    let client = GitHubClient(
      host: host, token: token, transport: transport, observer: observer, clock: clock)
    #expect(try await client.account().value?.login == login)
    #expect(clock.sleeps.count == 2)
    #expect(clock.sleeps.first == .seconds(7))
    #expect(clock.sleeps.last.map { $0 > .seconds(300) && $0 < .seconds(605) } == true)
  }

  @Test(arguments: [
    Answer.Behavior.dropBeforeHead, .resetBeforeHead, .dropAfter(bytes: 20), .badChunks,
    .dropAfterChunk,
  ])
  func `retries a truncated response`(_ behavior: Answer.Behavior) async throws {
    standIn.next(matching: "/user", times: 2) { _, answer in answer.behaving(behavior) }
    #expect(try await client().account().value != nil)
    #expect(clock.sleeps.count == 2)
  }

  @Test func `does not follow a list to another server`()
    async throws
  {
    let elsewhere = try GitHubStandIn(standIn.world)
    let other = "\(elsewhere.apiURL)/user/repos"
    standIn.next(matching: "/user/repos", do: .redirect(to: other))
    await #expect(throws: GitHubError.foreignURL(url: other)) {
      try await client().page(at: client().repositories)
    }
    #expect(elsewhere.requests.allSatisfy { $0.headers["Authorization"] == nil })
    standIn.next(matching: "/user/repos") { _, answer in
      var answer = answer
      answer.headers = [("Link", "<\(other)>; rel=\"next\"")]
      return answer
    }
    await #expect(throws: GitHubError.foreignURL(url: other)) {
      try await client().page(at: client().repositories)
    }
  }

  @Test func `limits concurrent requests`() async throws {
    standIn.latency = .milliseconds(20)
    var options = ClientOptions()
    options.concurrency = 4
    let client = client(options)
    let ids = standIn.world.repositories.map(\.id)
    try await withThrowingTaskGroup { group in
      for id in ids {
        group.addTask { _ = try await client.page(at: client.commits(of: .numbered(id))) }
      }
      try await group.waitForAll()
    }
    #expect(standIn.mostAtOnce <= 4)
    #expect(standIn.mostAtOnce > 1)
    #expect(client.requests == ids.count)
  }

  // MARK: The login

  @Test func `a login passes every intermediate state`() async throws {
    standIn.change { world in
      world.device.interval = .milliseconds(20)
      world.device.script = [
        .pending, .dropped, .serverError, .slowDown(interval: nil), .pending, .success,
      ]
      world.device.punishesHaste = false
    }
    let flow = GitHub.DeviceFlow(host: host, clientID: "Iv1.x", transport: transport, clock: clock)
    let code = try await flow.start(scopes: ["repo"])
    #expect(code.userCode == "WDJB-MJHT")
    #expect(code.verificationURL == "\(standIn.webURL)/login/device")
    let grant = try await flow.grant(for: code)
    let client = GitHubClient(host: host, token: grant.token, transport: transport, clock: clock)
    #expect(try await client.account().value?.login == standIn.world.accounts.first?.login)
    #expect(grant.scopes.covers("public_repo") == true)
    #expect(standIn.polls.count == 6)
  }

  @Test func `polls are not early`() async throws {
    standIn.change { world in
      world.device.interval = .milliseconds(100)
      world.device.script = [.pending, .pending, .success]
    }
    let flow = GitHub.DeviceFlow(host: host, clientID: "Iv1.x", transport: transport)
    _ = try await flow.grant(for: flow.start(scopes: []))
    #expect(standIn.polls.count == 3)
    #expect(standIn.polls.allSatisfy { !$0.wasTooEarly })
  }
}
