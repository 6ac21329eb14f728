import Diary
import HTTP
import JSON
import Platform
import TestSupport
import Testing

@testable import GitHub

/// Random input, which must quickly result in a value or an error.
@Suite struct GitHubFuzzTests {
  static let bodies = [
    "[\(Sample.commit(Sample.sha("a"))),\(Sample.commit(Sample.sha("b")))]",
    "[\(Sample.repository(7, "octocat/hello"))]", Sample.repository(7, "octocat/hello"),
    #"{"login":"octocat","id":1,"name":"Octo Cat"}"#,
    #"{"message":"Validation Failed","errors":[{"resource":"R","field":"f","code":"c"},"text"],"status":"422"}"#,
    #"{"resources":{"core":{"limit":5000,"remaining":4999,"reset":1763726400}}}"#,
    #"{"data":{"viewer":{"login":"o","contributionsCollection":{"restrictedContributionsCount":1,"contributionYears":[2025],"contributionCalendar":{"totalContributions":9,"weeks":[{"contributionDays":[{"date":"2025-11-21","contributionCount":3,"contributionLevel":"FIRST_QUARTILE"}]}]}}}},"errors":[{"type":"X","path":["a",1]}]}"#,
    #"{"device_code":"a","user_code":"B-C","verification_uri":"https://github.com/login/device","expires_in":900,"interval":5}"#,
    #"{"error":"slow_down","error_description":"x","interval":10}"#,
    #"{"access_token":"gho_a","scope":"repo"}"#,
    "device_code=a&user_code=B&expires_in=900&interval=5&verification_uri=https%3A%2F%2Fgithub.com",
  ]

  static let values: [(name: String, texts: [String])] = [
    (
      "Link",
      [
        #"<https://api.github.com/a?page=2>; rel="next", <https://api.github.com/b>; rel="last""#,
        "<https://evil.example/>; rel=next",
      ]
    ),
    (
      "Retry-After",
      ["8", "-1", "31536000", "99999999999999999999", "Fri, 21 Nov 2025 12:00:08 GMT"]
    ),
    (
      "Date",
      [
        "Fri, 21 Nov 2025 12:00:00 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
      ]
    ),
    ("X-RateLimit-Remaining", ["0", "4000", "-1"]), ("X-RateLimit-Limit", ["5000", "60"]),
    ("X-RateLimit-Reset", ["1763726430", "0", "-1", "9223372036854775807"]),
    ("X-GitHub-SSO", ["required; url=https://github.com/orgs/o/sso", "partial-results"]),
    ("X-OAuth-Scopes", ["repo, gist", "", "admin:org"]),
    ("X-Accepted-OAuth-Scopes", ["repo", "read:org, admin:org"]),
    ("ETag", [#"W/"abc""#, "\"x\""]),
    ("github-authentication-token-expiration", ["2024-08-14 08:24:53 UTC"]),
    ("Content-Type", ["application/json", "application/x-www-form-urlencoded", "text/html"]),
    ("gh-limited-by", ["search"]),
  ]

  private static let pieces = [
    "null", "-1", "1e999", "\"\"", "[", "{}", "9223372036854775808", "\\ud800", "%", "=&", ";",
    ",", "<", ">", "\n", "0",
  ]

  private static func step(_ seed: inout Seeded) -> ScriptedTransport.Step {
    let statuses = [
      200, 200, 200, 200, 304, 301, 400, 401, 403, 403, 404, 409, 422, 429, 451, 500, 503, 0, 999,
    ]
    var headers = HTTPHeaders()
    for value in values where Bool.random(using: &seed) {
      let bytes = seed.damaged(seed.one(of: value.texts).utf8, with: pieces)
      headers.add(value.name, String(decoding: bytes, as: UTF8.self))
    }
    return .success(
      HTTPResponse(
        status: seed.one(of: statuses), headers: headers,
        body: seed.damaged(seed.one(of: bodies).utf8, with: pieces), url: ""))
  }

  @Test func `any responses give values or errors`() async {
    await Fuzz.rounds(21, atLeast: 500) { seed in
      let clock = VirtualClock()
      let transport = ScriptedTransport((0..<20).map { _ in Self.step(&seed) })
      let client = GitHubClient(transport, clock: clock)
      let day = Day(number: 20_000)
      switch Int.random(in: 0..<7, using: &seed) {
      case 0: _ = try? await client.account(etag: "x")
      case 1: _ = try? await client.rateLimits()
      case 2: await Self.walk(client, client.repositories)
      case 3: await Self.walk(client, client.commits(of: .numbered(1)))
      case 4: _ = try? await client.contributions(on: day...(day + 800))
      case 5: _ = try? await client.commit("main", of: .numbered(1))
      default: _ = try? await client.repository(.named(owner: "o", name: "n"))
      }
      // The total wait is limited by the number of waits.
      #expect(clock.elapsed < .seconds(20 * 65 * 60))
    }
  }

  private static func walk<Element: PageElement>(
    _ client: GitHubClient, _ list: PageAddress<Element>
  ) async {
    var address: PageAddress<Element>? = list
    while let here = address {
      address = (try? await client.page(at: here))?.value?.next
    }
  }

  @Test func `any responses end a login within the code's lifetime`() async {
    await Fuzz.rounds(22, atLeast: 500) { seed in
      let clock = VirtualClock()
      let transport = ScriptedTransport((0..<20).map { _ in Self.step(&seed) })
      let flow = DeviceFlow(host: Sample.host, clientID: "x", transport: transport, clock: clock)
      guard let code = try? await flow.start(scopes: ["repo"]) else { return }
      _ = try? await flow.grant(for: code)
      #expect(clock.elapsed <= code.lifetime)
    }
  }

  @Test func `any bytes can be read as any format`() {
    Fuzz.rounds(23, atLeast: 5_000) { seed in
      let text = seed.one(of: seed.one(of: Self.values).texts)
      let bytes = seed.damaged(text.utf8, with: Self.pieces)
      let damaged = String(decoding: bytes, as: UTF8.self)
      _ = Link.next(in: [damaged, text])
      _ = Percent.encode(Percent.fields(bytes))
      _ = PageSize.halved(damaged)
      _ = Instant(httpDate: damaged)?.description
      _ = Instant(expiry: damaged)?.description
      _ = Instant(epoch: damaged)?.description
      _ = Scopes(header: damaged).missing(accepted: text)
      _ = ServerText.bounded(damaged)
      _ = try? GitHubHost(damaged)
      for status in [200, 403, 429, 503] {
        let reply = Reply(
          status: status,
          headers: [
            "Retry-After": damaged, "Date": text, "X-RateLimit-Reset": damaged,
            "X-RateLimit-Remaining": "0",
          ],
          message: damaged)
        var history = RequestHistory()
        history.primaryWaits = Int.random(in: 0...100, using: &seed)
        history.secondaryWaits = Int.random(in: 0...100, using: &seed)
        history.retries = Int.random(in: 0...100, using: &seed)
        let decision = RetryPolicy.long.decision(on: .success(reply), after: history, jitter: 0.5)
        if case .wait(let wait) = decision {
          #expect(wait.length > .zero && wait.length <= .seconds(3900))
        }
      }
    }
  }
}
