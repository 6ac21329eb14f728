import Diary
import HTTP
import JSON
import Platform
import Testing

@testable import GitHub

/// Recorded responses of GitHub, from a folder next to the project.
@Suite(.enabled(if: Recorded.areThere, "no recorded exchanges at \(Recorded.folder)"))
struct RecordedExchangesTests {
  let clock = VirtualClock()

  private func client(_ transport: ScriptedTransport) -> GitHubClient {
    var options = ClientOptions()
    options.jitter = { 0 }
    return GitHubClient(
      host: Sample.host, token: Token("gho_x"), transport: transport, options: options, clock: clock
    )
  }

  private func page<Element: PageElement>(
    _ name: String, of type: Element.Type
  ) async throws -> Page<Element> {
    let exchange = try Recorded(name)
    let address = PageAddress<Element>(resumingAt: exchange.url)
    let fetched = try await client(ScriptedTransport([exchange.step])).page(at: address)
    return try #require(fetched.value)
  }

  /// The error that a response causes, after all retries.
  private func error(_ name: String) async throws -> GitHubError? {
    let exchange = try Recorded(name)
    do {
      _ = try await client(ScriptedTransport([exchange.step])).page(
        at: PageAddress<HostedCommit>(resumingAt: exchange.url))
      return nil
    } catch {
      return error
    }
  }

  @Test func `uses every recorded exchange`() throws {
    #expect(Set(try Recorded.names) == Self.known)
  }

  static let known: Set = [
    "user_2024_classic_token", "user_2012_old_shape", "user_repos_page1", "repos_chain_page5",
    "repos_chain_page6_last", "commits_rails_admin_mixed", "commits_all_unlinked_page1",
    "commits_all_unlinked_page2", "commits_all_unlinked_page3_last", "commits_empty_list",
    "commits_one_empty_commit", "commit_signed_multiline_coauthor", "commit_null_author_committer",
    "commit_merge_two_parents", "commit_300_files_page1", "search_commits",
    "err_401_bad_credentials", "err_403_primary_rate_limit_2013",
    "err_403_remaining_zero_misleading_body", "err_403_secondary_body_only",
    "err_429_retry_after_seconds", "err_403_bad_user_agent", "err_404_not_found",
    "err_301_renamed_repo", "not_modified_304", "err_422_validation_failed", "err_503_html",
    "rate_limit", "graphql_not_found_200", "err_409_empty_repository", "err_451_dmca",
    "commits_gitmoji", "graphql_contribution_calendar_2019_2020", "device_code_200",
    "device_code_200_form", "device_token_authorization_pending", "device_token_slow_down",
    "device_token_expired", "device_token_success", "device_token_access_denied",
  ]

  // MARK: Accounts

  @Test func `reads an account with a token expiry`() async throws {
    let step = try Recorded("user_2024_classic_token").step
    let account = try #require(await client(ScriptedTransport([step])).account().value)
    #expect(account.id == 3_423_161)
    #expect(account.scopes.names == ["admin:org", "repo"])
    #expect(account.tokenExpiry == Instant(rfc3339: "2024-08-14T08:24:53Z"))
  }

  @Test func `reads an account of 2012`() async throws {
    let step = try Recorded("user_2012_old_shape").step
    let account = try #require(await client(ScriptedTransport([step])).account().value)
    #expect(account.login == "octocat")
    #expect(account.id == 3_513_548)
    #expect(account.tokenExpiry == nil)
  }

  @Test func `reads rate limits`() async throws {
    let step = try Recorded("rate_limit").step
    let limits = try await client(ScriptedTransport([step])).rateLimits()
    #expect(limits.contains { $0.resource == "core" && $0.limit == 5000 })
    #expect(limits.contains { $0.resource == "search" })
  }

  // MARK: Lists

  @Test(arguments: [
    ("user_repos_page1", 6, "https://api.github.com/user/repos?type=all&per_page=30&page=2"),
    ("repos_chain_page5", 4, "https://api.github.com/user/1958953/repos?per_page=30&page=6"),
    ("repos_chain_page6_last", 4, nil),
  ])
  func `reads repositories`(name: String, count: Int, next: String?) async throws {
    let page = try await page(name, of: HostedRepository.self)
    #expect(page.elements.count == count)
    #expect(page.skipped == 0)
    #expect(page.next?.url == next)
    #expect(page.elements.allSatisfy { $0.pushedAt != nil && $0.defaultBranch != nil })
  }

  @Test(arguments: [
    ("commits_rails_admin_mixed", 30, 29, true), ("commits_all_unlinked_page1", 6, 0, true),
    ("commits_all_unlinked_page2", 6, 0, true), ("commits_all_unlinked_page3_last", 6, 0, false),
    ("commits_empty_list", 0, 0, false), ("commits_one_empty_commit", 1, 1, false),
    ("commits_gitmoji", 13, 12, false),
  ])
  func `reads commits`(name: String, count: Int, linked: Int, hasNext: Bool) async throws {
    let page = try await page(name, of: HostedCommit.self)
    #expect(page.elements.count == count)
    #expect(page.skipped == 0)
    #expect(page.elements.count { $0.login != nil } == linked)
    #expect((page.next != nil) == hasNext)
    #expect(page.elements.allSatisfy { !$0.commit.author.isEmpty })
  }

  @Test func `follows a cursor`() async throws {
    let page = try await page("commits_rails_admin_mixed", of: HostedCommit.self)
    #expect(page.next?.url.hasPrefix("https://api.github.com/repositories/810796/commits?") == true)
    #expect(
      page.next?.url.contains("&top=master&last_sha=cee9a893e9fd84d0591e61937c6e662d104ea96a")
        == true)
  }

  @Test(arguments: [
    ("commit_signed_multiline_coauthor", true), ("commit_null_author_committer", false),
    ("commit_merge_two_parents", true), ("commit_300_files_page1", nil),
  ])
  func `reads one commit`(name: String, isLinked: Bool?) async throws {
    let step = try Recorded(name).step
    let fetched = try await client(ScriptedTransport([step])).commit("HEAD", of: .numbered(1))
    let commit = try #require(fetched.value)
    if let isLinked { #expect((commit.login != nil) == isLinked) }
    #expect(!commit.commit.subject.isEmpty && !commit.commit.subject.contains("\n"))
  }

  // MARK: Errors

  @Test(arguments: [
    ("err_401_bad_credentials", GitHubError.badCredentials),
    ("err_404_not_found", .notFound(missingScope: nil)),
    ("err_409_empty_repository", .emptyRepository),
    ("err_451_dmca", .blocked(reason: "dmca")),
    ("err_301_renamed_repo", .unexpected(detail: "HTTP 301")),
    (
      "err_422_validation_failed",
      .rejected(status: 422, detail: "Validation Failed: Release.tag_name already_exists")
    ),
  ])
  func `reads errors`(name: String, expected: GitHubError) async throws {
    #expect(try await error(name) == expected)
    #expect(clock.sleeps.isEmpty)
  }

  @Test func `reports a missing User-Agent`() async throws {
    guard case .forbidden(let detail) = try await error("err_403_bad_user_agent") else {
      return #expect(Bool(false), "it is allowed")
    }
    #expect(detail.contains("User Agent"))
  }

  @Test(arguments: [
    ("err_403_primary_rate_limit_2013", Wait.Reason.limit(.primary), 60),
    ("err_403_remaining_zero_misleading_body", .limit(.primary), 4),
    ("err_403_secondary_body_only", .limit(.secondary), 60),
    ("err_429_retry_after_seconds", .limit(.secondary), 8),
    ("err_503_html", .serverError(status: 503), 1),
  ])
  func `reads waits`(name: String, reason: Wait.Reason, seconds: Int) throws {
    let reply = Reply(try Recorded(name).step.get(), errors: [])
    guard
      case .wait(let wait) = RetryRules(.long).decision(on: .answer(reply), after: RequestHistory())
    else { return #expect(Bool(false), "it is not waited for") }
    #expect(wait.reason == reason)
    #expect(wait.length == .seconds(seconds))
  }

  @Test func `reads 304`() async throws {
    let exchange = try Recorded("not_modified_304")
    let tag = try #require(exchange.step.get().headers["etag"])
    let fetched = try await client(ScriptedTransport([exchange.step])).account(etag: tag)
    #expect(fetched == .unchanged)
  }

  // MARK: GraphQL

  @Test func `reports a missing node`() async throws {
    let step = try Recorded("graphql_not_found_200").step
    await #expect(throws: GitHubError.notFound(missingScope: nil)) {
      try await client(ScriptedTransport([step])).query("…")
    }
  }

  @Test func `a calendar's total may differ from its sum`() async throws {
    let step = try Recorded("graphql_contribution_calendar_2019_2020").step
    let first = try #require(Day(iso: "2019-06-02"))
    let last = try #require(Day(iso: "2020-06-01"))
    let calendar = try await client(ScriptedTransport([step]))
      .contributions(of: "robocat", on: first...last)
    #expect(calendar.total == 1415)
    #expect(calendar.days.count == 366)
    #expect(calendar.days.map(\.count).reduce(0, +) == 1383)
    #expect(calendar.days.first?.day == first && calendar.days.last?.day == last)
  }

  // MARK: The login

  @Test(arguments: ["device_code_200", "device_code_200_form"])
  func `reads a device code`(name: String) async throws {
    let code = try await start(name, polls: [])
    #expect(code.userCode == "WDJB-MJHT")
    #expect(code.verificationURL == "https://github.com/login/device")
    #expect(code.lifetime == .seconds(900))
    #expect(code.interval == .seconds(5))
  }

  @Test func `reads a slowed and granted login`() async throws {
    let polls = [
      "device_token_authorization_pending", "device_token_slow_down", "device_token_success",
    ]
    let grant = try await login(polls: polls)
    #expect(grant.scopes.names == ["read:user", "repo"])
    #expect(grant.token.isUsable)
    #expect(clock.sleeps == [.seconds(6), .seconds(6), .seconds(14)])
  }

  @Test(arguments: [
    ("device_token_expired", DeviceFlowError.expired), ("device_token_access_denied", .denied),
  ])
  func `reads a failed login`(name: String, error: DeviceFlowError) async {
    await #expect(throws: error) { try await login(polls: [name]) }
  }

  private func start(_ name: String, polls: [String]) async throws -> DeviceCode {
    try await flow([name] + polls).start(scopes: [])
  }

  private func login(polls: [String]) async throws -> DeviceGrant {
    let flow = try flow(["device_code_200"] + polls)
    return try await flow.grant(for: flow.start(scopes: []))
  }

  private func flow(_ names: [String]) throws -> DeviceFlow {
    let transport = ScriptedTransport(try names.map { try Recorded($0).step })
    return DeviceFlow(host: Sample.host, clientID: "x", transport: transport, clock: clock)
  }
}

/// A recorded request and its response.
struct Recorded {
  var url: String
  var step: ScriptedTransport.Step

  static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/../shared/fixtures/github"
  }()

  static let areThere = File.isDirectory(folder)

  static var names: [String] {
    get throws {
      try File.list(folder).filter { $0.hasSuffix(".meta.json") }.map { String($0.dropLast(10)) }
    }
  }

  init(_ name: String) throws {
    let meta = try JSONParser.parse(try File.read("\(Self.folder)/\(name).meta.json"))
    var headers = HTTPHeaders()
    for field in meta["headers"]?.object ?? [] {
      headers.add(field.name, Recorded.value(field.value.string ?? ""))
    }
    url = "https://api.github.com\(meta["request"]?["url"]?.string ?? "")"
    let file = meta["body_file"]?.string
    let body = try file.map { try File.read("\(Self.folder)/\($0)") } ?? []
    step = .success(
      HTTPResponse(
        status: meta["status"]?.integer ?? 0, headers: headers, body: body, url: ""))
  }

  /// `@epoch+3` and `@httpdate+3` mean a time in three seconds. The current time is noon.
  private static func value(_ text: String) -> String {
    if text.hasPrefix("@epoch+"), let seconds = Int(text.dropFirst(7)) {
      return String(1_763_726_400 + seconds)
    }
    return text == "@httpdate+0" ? "Fri, 21 Nov 2025 12:00:00 GMT" : text
  }
}
