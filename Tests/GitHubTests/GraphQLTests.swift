import Diary
import HTTP
import JSON
import Testing

@testable import GitHub

@Suite struct GraphQLTests {
  @Test func `sends a query with its variables`() async throws {
    let transport = ScriptedTransport([.json(#"{"data":{"viewer":{"login":"octocat"}}}"#)])
    let answer = try await GitHubClient(transport).query("query { viewer { login } }", ["a": 1])
    #expect(answer.data["viewer"]?["login"] == "octocat")
    let request = try #require(transport.requests.first)
    #expect(request.method == .post)
    #expect(request.url == "https://api.github.com/graphql")
    #expect(request.authorization != nil)
    #expect(
      try JSONParser.parse(request.body) == [
        "query": "query { viewer { login } }", "variables": ["a": 1],
      ])
  }

  @Test func `returns partial data with its errors`() async throws {
    let transport = ScriptedTransport([
      .json(
        #"{"data":{"a":{"id":1},"b":null},"errors":[{"type":"NOT_FOUND","path":["b",0],"message":"No b"}]}"#
      )
    ])
    let answer = try await GitHubClient(transport).query("…")
    #expect(answer.data["a"]?["id"] == 1)
    #expect(answer.errors == [GraphQLError(type: "NOT_FOUND", message: "No b", path: ["b", "0"])])
  }

  @Test(arguments: [
    (
      #"{"data":{"node":null},"errors":[{"type":"NOT_FOUND","message":"x"}]}"#,
      GitHubError.notFound(missingScope: nil)
    ),
    (
      #"{"data":null,"errors":[{"type":"INSUFFICIENT_SCOPES","message":"needs read:org"}]}"#,
      .forbidden(detail: "needs read:org")
    ),
    (
      #"{"data":{"viewer":null},"errors":[{"type":"FORBIDDEN","message":"Resource not accessible"}]}"#,
      .forbidden(detail: "Resource not accessible")
    ),
    (#"{"errors":[{"message":"Parse error"}]}"#, .unexpected(detail: "Parse error")),
    (#"{"errors":["broken"]}"#, .unexpected(detail: "broken")),
    (#"{"data":[]}"#, .unexpected(detail: "data")),
    ("[]", .unexpected(detail: "data")), ("<html>", .notJSON), ("", .notJSON),
  ])
  func `no data is an error`(body: String, error: GitHubError) async {
    await #expect(throws: error) {
      try await GitHubClient(ScriptedTransport([.json(body)])).query("…")
    }
  }

  @Test func `waits for a limit with status 200`() async throws {
    let clock = VirtualClock()
    let transport = ScriptedTransport([
      .json(
        #"{"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}"#,
        [
          "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1763726430",
          "Date": "Fri, 21 Nov 2025 12:00:00 GMT",
        ]),
      .json(#"{"data":{"viewer":{}}}"#),
    ])
    _ = try await GitHubClient(transport, clock: clock).query("…")
    #expect(clock.sleeps == [.seconds(31)])
  }

  @Test func `a commit message about limits is no limit`() async throws {
    let clock = VirtualClock()
    let body = #"{"data":{"a":"RATE_LIMITED secondary rate limit exceeded"}}"#
    let transport = ScriptedTransport([.json(body), .json("[\(Sample.commit(Sample.sha("a")))]")])
    _ = try await GitHubClient(transport, clock: clock).query("…")
    #expect(clock.sleeps.isEmpty)
  }

  @Test func `sends nothing without a token`() async {
    let transport = ScriptedTransport([])
    let client = GitHubClient(transport, token: nil)
    await #expect(throws: GitHubError.loginRequired) { try await client.query("…") }
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    "9000000000000000000", "9223372036854775807", "1e18", #""999999999999999999""#, "1000000000",
  ])
  func `limits counts to nine digits`(count: String) async throws {
    let span = ClosedRange(uncheckedBounds: (Day(number: 20_000), Day(number: 20_001)))
    let body = """
      {"data":{"viewer":{"contributionsCollection":{
      "contributionCalendar":{"weeks":[{"contributionDays":[
      {"date":"\(span.lowerBound)","contributionCount":\(count),"contributionLevel":"x"},
      {"date":"\(span.upperBound)","contributionCount":\(count)}]}]}}}}}
      """
    let days = try await GitHubClient(ScriptedTransport([.json(body)])).contributions(on: span)
    #expect(days.map(\.count) == [999_999_999, 999_999_999])
    #expect(Quartiles(of: days.compactMap(\.count)).level(of: 999_999_999) == 1)
  }

  @Test func `fetches contributions year by year, each day once`()
    async throws
  {
    func year(_ from: String, _ to: String) -> ScriptedTransport.Step {
      .json(
        """
        {"data":{"viewer":{"contributionsCollection":{"contributionCalendar":{"weeks":[
        {"contributionDays":[{"date":"2023-12-31","contributionCount":9,"contributionLevel":"NONE"},
        {"date":"\(from)","contributionCount":3,"contributionLevel":"SECOND_QUARTILE"}]},
        {"contributionDays":[{"date":"\(to)","contributionCount":"4"},{"date":"bad"},null]}]}}}}}
        """)
    }
    let transport = ScriptedTransport([
      year("2024-03-01", "2025-02-28"), year("2025-03-01", "2025-06-01"),
    ])
    let first = try #require(Day(iso: "2024-03-01"))
    let last = try #require(Day(iso: "2025-06-01"))
    let days = try await GitHubClient(transport).contributions(on: first...last)
    #expect(
      days.map(\.day.description) == [
        "2024-03-01", "2025-02-28", "2025-03-01", "2025-06-01",
      ])
    #expect(days.map(\.count) == [3, 4, 3, 4])
    #expect(days.map(\.level) == [2, 1, 2, 1])
    let spans = try transport.requests.map { try JSONParser.parse($0.body)["variables"] }
    #expect(
      spans == [
        ["from": "2024-03-01T00:00:00Z", "to": "2025-02-28T23:59:59Z"],
        ["from": "2025-03-01T00:00:00Z", "to": "2025-06-01T23:59:59Z"],
      ])
  }
}
