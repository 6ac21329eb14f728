import Diary
import HTTP
import JSON
import TestSupport
import Testing

@testable import GitHub

/// Recorded responses of GitHub.
@Suite(.enabled(if: Recordings.areThere("github"), "\(Recordings.missing("github"))"))
struct RecordedExchangesTests {
  let clock = VirtualClock()

  private func client(_ step: ScriptedTransport.Step) -> GitHubClient {
    GitHubClient(ScriptedTransport([step]), clock: clock)
  }

  private func page<Element: PageElement>(
    _ name: String, of type: Element.Type
  ) async throws -> Page<Element> {
    let exchange = try Recorded(name)
    let address = PageAddress<Element>(exchange.url)
    let fetched = try await client(exchange.step).page(at: address)
    return try #require(fetched.value)
  }

  // MARK: Accounts

  @Test func `reads an account with a token expiry`() async throws {
    let step = try Recorded("user_2024_classic_token").step
    let account = try #require(await client(step).account().value)
    #expect(account.id == 3_423_161)
    #expect(account.scopes.names == ["admin:org", "repo"])
    #expect(account.tokenExpiry == Instant(rfc3339: "2024-08-14T08:24:53Z"))
  }

  @Test func `reads an account of 2012`() async throws {
    let step = try Recorded("user_2012_old_shape").step
    let account = try #require(await client(step).account().value)
    #expect(account.login == "octocat")
    #expect(account.id == 3_513_548)
    #expect(account.tokenExpiry == nil)
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

  @Test(arguments: [
    ("commit_signed_multiline_coauthor", true), ("commit_null_author_committer", false),
    ("commit_merge_two_parents", true), ("commit_300_files_page1", nil),
  ])
  func `reads one commit`(name: String, isLinked: Bool?) async throws {
    let step = try Recorded(name).step
    let fetched = try await client(step).commit("HEAD", of: .numbered(1))
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
    await #expect(throws: expected) { try await page(name, of: HostedCommit.self) }
    #expect(clock.sleeps.isEmpty)
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
      case .wait(let wait) = RetryPolicy.long.decision(
        on: .success(reply), after: RequestHistory())
    else { return #expect(Bool(false), "it is not waited for") }
    #expect(wait.reason == reason)
    #expect(wait.length == .seconds(seconds))
  }

  // MARK: GraphQL

  @Test func `a calendar has every day of a year`() async throws {
    let step = try Recorded("graphql_contribution_calendar_2019_2020").step
    let first = try #require(Day(iso: "2019-06-02"))
    let last = try #require(Day(iso: "2020-06-01"))
    let days = try await client(step)
      .contributions(of: "robocat", on: first...last)
    #expect(days.count == 366)
    #expect(days.compactMap(\.count).reduce(0, +) == 1383)
    #expect(days.first?.day == first && days.last?.day == last)
  }
}

/// A recorded request and its response.
struct Recorded {
  var url: String
  var step: ScriptedTransport.Step

  init(_ name: String) throws {
    let meta = try JSONParser.parse(Recordings.bytes("github", "\(name).meta.json"))
    var headers = HTTPHeaders()
    for field in meta["headers"]?.object ?? [] {
      headers.add(field.name, Recorded.value(field.value.string ?? ""))
    }
    url = "https://api.github.com\(meta["request"]?["url"]?.string ?? "")"
    let file = meta["body_file"]?.string
    let body = try file.map { try Recordings.bytes("github", $0) } ?? []
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
