import Diary
import HTTP
import Testing

@testable import GitHub

@Suite struct RetryPolicyTests {
  static let date = "Fri, 21 Nov 2025 12:00:00 GMT"
  static let now = Int64(1_763_726_400)
  static let secondary = "You have exceeded a secondary rate limit. Please wait."

  let policy = RetryPolicy.long

  private func wait(_ reply: Reply, after history: RequestHistory = RequestHistory()) -> Wait? {
    if case .wait(let wait) = policy.decision(on: .success(reply), after: history) {
      wait
    } else {
      nil
    }
  }

  // MARK: The primary limit

  @Test(arguments: [403, 429])
  func `waits for a used-up limit by the server's clock`(status: Int) {
    let headers: HTTPHeaders = [
      "Date": Self.date, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(Self.now + 90)",
    ]
    let wait = wait(Reply(status: status, headers: headers))
    #expect(wait?.reason == .limit(.primary))
    #expect(wait?.length == .seconds(91))
    #expect(wait?.until == Instant(secondsSince1970: Self.now + 91))
  }

  @Test(arguments: [
    [:], ["X-RateLimit-Reset": "soon", "Date": date], ["X-RateLimit-Reset": "1763726490"],
    ["X-RateLimit-Reset": "-5", "Date": date],
  ])
  func `waits a minute without a usable time`(fields: [String: String]) {
    var headers: HTTPHeaders = ["X-RateLimit-Remaining": "0"]
    for (name, value) in fields { headers[name] = value }
    #expect(wait(Reply(status: 403, headers: headers))?.length == .seconds(60))
  }

  @Test func `waits a second for an expired reset, then a minute`() {
    let headers: HTTPHeaders = [
      "Date": Self.date, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(Self.now - 3600)",
    ]
    let reply = Reply(status: 403, headers: headers)
    #expect(wait(reply)?.length == .seconds(1))
    var again = RequestHistory()
    again.primaryWaits = 1
    #expect(wait(reply, after: again)?.length == .seconds(120))
  }

  @Test func `recognizes a limit by its message`() {
    let reply = Reply(status: 403, message: #"{"message":"API Rate Limit Exceeded for 92.0.2.1"}"#)
    #expect(wait(reply)?.reason == .limit(.primary))
  }

  // MARK: The secondary limit

  @Test(arguments: [
    Reply(status: 403, message: #"{"message":"You have exceeded a secondary rate limit."}"#),
    Reply(
      status: 403,
      message:
        #"{"documentation_url":"https://x/rest/overview/rate-limits#about-secondary-rate-limits"}"#),
    Reply(status: 403, message: "You have triggered an abuse detection mechanism."),
    Reply(status: 403, headers: ["gh-limited-by": "search"]),
    Reply(status: 429, headers: ["X-RateLimit-Remaining": "4000"]),
    Reply(status: 429),
    Reply(status: 403, headers: ["Retry-After": "garbage"]),
    Reply(status: 403, headers: ["Retry-After": "-8"]),
  ])
  func `without a time waits one, two, then four minutes`(_ reply: Reply) {
    var history = RequestHistory()
    for (count, seconds) in [60, 120, 240, 480].enumerated() {
      history.secondaryWaits = count
      #expect(wait(reply, after: history)?.reason == .limit(.secondary))
      #expect(wait(reply, after: history)?.length == .seconds(seconds))
    }
  }

  @Test func `respects Retry-After`() {
    let seconds = Reply(status: 429, headers: ["Retry-After": "8", "Date": Self.date])
    #expect(wait(seconds)?.length == .seconds(8))
    #expect(wait(seconds)?.until == Instant(secondsSince1970: Self.now + 8))
    let date = Reply(
      status: 403, headers: ["Retry-After": "Fri, 21 Nov 2025 12:02:00 GMT", "Date": Self.date])
    #expect(wait(date)?.length == .seconds(120))
    let past = Reply(
      status: 403, headers: ["Retry-After": "Fri, 21 Nov 2025 11:00:00 GMT", "Date": Self.date])
    #expect(wait(past)?.length == .seconds(1))
    #expect(wait(Reply(status: 403, headers: ["Retry-After": "0"]))?.length == .seconds(1))
  }

  @Test(arguments: [
    "31536000", "4000000000", "99999999999999999999999999", "Fri, 21 Nov 9999 12:00:00 GMT",
  ])
  func `gives up on a wait of a year`(_ text: String) {
    let reply = Reply(status: 429, headers: ["Retry-After": text, "Date": Self.date])
    guard
      case .giveUp(.rateLimited(.secondary, let wait, let until)) = policy.decision(
        on: .success(reply), after: RequestHistory())
    else { return #expect(Bool(false), "it does not give up") }
    #expect(wait >= .seconds(31_536_000))
    #expect(until?.description.isEmpty == false)
  }

  @Test func `recognizes a GraphQL limit with status 200`() {
    let limited = GraphQLError(type: "RATE_LIMITED", message: "API rate limit exceeded")
    let headers: HTTPHeaders = [
      "Date": Self.date, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(Self.now + 30)",
    ]
    #expect(wait(Reply(status: 200, headers: headers, errors: [limited]))?.length == .seconds(31))
    #expect(wait(Reply(status: 200, errors: [limited]))?.length == .seconds(60))
    let busy = GraphQLError(type: "", message: Self.secondary)
    #expect(wait(Reply(status: 200, errors: [busy]))?.reason == .limit(.secondary))
    #expect(wait(Reply(status: 200, errors: [GraphQLError(type: "NOT_FOUND")])) == nil)
  }

  @Test func `gives up on a limit after six waits`() {
    var history = RequestHistory()
    history.secondaryWaits = 6
    let decision = policy.decision(on: .success(Reply(status: 429)), after: history)
    #expect(decision == .giveUp(.rateLimited(.secondary, wait: .seconds(3840), until: nil)))
  }

  @Test func `withoutLimits does not wait for a limit`() {
    let headers: HTTPHeaders = ["Retry-After": "8", "Date": Self.date]
    let decision = RetryPolicy.withoutLimits.decision(
      on: .success(Reply(status: 429, headers: headers)), after: RequestHistory())
    let until = Instant(secondsSince1970: Self.now + 8)
    #expect(decision == .giveUp(.rateLimited(.secondary, wait: .seconds(8), until: until)))
  }

  // MARK: Server and network errors

  @Test(arguments: [500, 502, 503, 504])
  func `retries a server error after 1, 4 and 9 seconds`(status: Int) {
    expectBackoff(.success(Reply(status: status)), gives: .serverError(status: status))
  }

  @Test func `retries a dropped connection`() {
    let error = HTTPError.droppedMidway(host: "api.github.com")
    expectBackoff(.failure(error), gives: .connection(error))
  }

  private func expectBackoff(_ outcome: Result<Reply, HTTPError>, gives error: GitHubError) {
    var history = RequestHistory()
    for (count, seconds) in [1, 4, 9].enumerated() {
      history.retries = count
      for jitter in [0, 0.5, 1] {
        let decision = policy.decision(on: outcome, after: history, jitter: jitter)
        guard case .wait(let wait) = decision else { return #expect(Bool(false), "\(decision)") }
        #expect(wait.length == .seconds(seconds) * (1 + jitter / 2))
      }
    }
    history.retries = 3
    #expect(policy.decision(on: outcome, after: history) == .giveUp(error))
  }

  @Test func `respects Retry-After of a server error`() {
    #expect(wait(Reply(status: 503, headers: ["Retry-After": "30"]))?.length == .seconds(30))
    #expect(wait(Reply(status: 503, headers: ["Retry-After": "0"]))?.length == .seconds(1))
    let year = Reply(status: 503, headers: ["Retry-After": "31536000"])
    #expect(
      policy.decision(on: .success(year), after: RequestHistory())
        == .giveUp(.serverError(status: 503))
    )
  }

  @Test func `does not retry a host that never responded`() {
    for error in [
      HTTPError.unreachable(host: "a", detail: ""), .timedOut(host: "a", after: .seconds(10)),
    ] {
      var history = RequestHistory()
      #expect(policy.decision(on: .failure(error), after: history) == .giveUp(.connection(error)))
      history.hasAnswered = true
      #expect(
        policy.decision(on: .failure(error), after: history)
          == .wait(Wait(reason: .noResponse(error), length: .seconds(1))))
    }
  }

  @Test(arguments: [
    HTTPError.certificate(host: "a", detail: ""), .insecure(url: "http://a"), .badAddress("x"),
    .libraryMissing(detail: ""), .tooManyRedirects(url: "x"), .malformed(host: "a", detail: ""),
  ])
  func `does not retry permanent errors`(_ error: HTTPError) {
    var history = RequestHistory()
    history.hasAnswered = true
    #expect(policy.decision(on: .failure(error), after: history) == .giveUp(.connection(error)))
  }

  @Test(arguments: [200, 201, 301, 304, 400, 401, 403, 404, 409, 410, 422, 451])
  func `accepts other responses`(status: Int) {
    let reply = Reply(
      status: status, headers: ["X-RateLimit-Remaining": status == 403 ? "21" : "0"],
      message: #"{"message":"Must have push access"}"#)
    #expect(policy.decision(on: .success(reply), after: RequestHistory()) == .accept)
  }

  @Test func `the short policy never waits`() {
    let short = RetryPolicy.short
    let history = RequestHistory()
    #expect(
      short.decision(on: .success(Reply(status: 502)), after: history)
        == .giveUp(.serverError(status: 502)))
    #expect(
      short.decision(on: .failure(.droppedMidway(host: "a")), after: history)
        == .giveUp(.connection(.droppedMidway(host: "a"))))
    guard
      case .giveUp(.rateLimited(.primary, _, _)) = short.decision(
        on: .success(Reply(status: 403, headers: ["x-ratelimit-remaining": "0"])), after: history)
    else { return #expect(Bool(false), "it does not give up") }
  }

  @Test func `gives up when the wait exceeds the remaining time`() {
    var history = RequestHistory()
    history.remaining = .seconds(50)
    guard case .giveUp = policy.decision(on: .success(Reply(status: 429)), after: history)
    else { return #expect(Bool(false), "it does not give up") }
    history.remaining = .seconds(60)
    #expect(wait(Reply(status: 429), after: history) != nil)
  }
}
