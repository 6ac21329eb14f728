import Diary
import HTTP
import JSON
import Platform
import Synchronization

/// Sends requests to one host. Concurrency is limited by the limiter, and requests are repeated
/// according to the retry rules and within the time of the retry policy.
final class RequestSender: Sendable {
  /// What is known from the responses so far.
  private struct State {
    var requests = 0
    var start: Duration?
    var hasAnswered = false
    var rateLimit: RateLimit?
  }

  /// A response, with the last version of its request.
  struct Exchange {
    var request: GitHubRequest
    var response: HTTPResponse
    /// The body of a GraphQL response, which must be parsed to detect rate limits.
    var json: JSONValue?

    fileprivate var errors: [GraphQLError] {
      (json?["errors"]?.array ?? []).prefix(20).map { GraphQLError($0) }
    }
  }

  private let transport: any HTTPTransport
  private let limiter: RequestLimiter
  private let policy: RetryPolicy
  private let jitter: @Sendable () -> Double
  private let observer: ClientObserver
  private let state = Mutex(State())

  init(
    _ transport: any HTTPTransport, limiter: RequestLimiter, policy: RetryPolicy,
    jitter: @escaping @Sendable () -> Double, observer: ClientObserver
  ) {
    self.transport = transport
    self.limiter = limiter
    self.policy = policy
    self.jitter = jitter
    self.observer = observer
  }

  /// The number of requests sent.
  var requests: Int { state.withLock(\.requests) }

  var rateLimit: RateLimit? { state.withLock(\.rateLimit) }

  func send(_ request: GitHubRequest) async throws(GitHubError) -> Exchange {
    do {
      try await limiter.slots.wait()
    } catch {
      throw .cancelled
    }
    defer { limiter.slots.signal() }
    var request = request
    var history = RequestHistory()
    while true {
      try await waitUntilOpen(request)
      history.remaining = remainingTime()
      let result = await result(of: request, remaining: history.remaining)
      let outcome = result.map { Reply($0.response, errors: $0.errors) }
      history.hasAnswered = state.withLock(\.hasAnswered)
      history.remaining = remainingTime()
      switch policy.decision(on: outcome, after: history, jitter: jitter()) {
      case .accept:
        // Only responses are accepted.
        return try result.mapError { GitHubError($0) }.get()
      case .giveUp(let error):
        if case .rateLimited(let kind, let wait, let until) = error {
          // The pause keeps other requests from exceeding the limit too.
          _ = limiter.pause(for: Wait(reason: .limit(kind), length: wait, until: until))
        }
        throw error
      case .wait(let wait):
        if limiter.pause(for: wait) { observer.waiting(wait) }
        switch wait.reason {
        case .limit(.primary): history.primaryWaits += 1
        case .limit(.secondary): history.secondaryWaits += 1
        case .serverError, .noResponse: history.retries += 1
        }
        // The first retry is unchanged. After that, the page is probably too large for the server.
        if case .serverError = wait.reason, history.retries > 1 { request.requestSmallerPage() }
      }
    }
  }

  private func result(
    of request: GitHubRequest, remaining: Duration?
  ) async -> Result<Exchange, HTTPError> {
    state.withLock { $0.requests += 1 }
    do {
      let response = try await transport.send(request.httpRequest(within: remaining))
      let json = request.query == nil ? nil : try? JSONParser.parse(response.body)
      state.withLock { state in
        state.hasAnswered = true
        state.rateLimit = RateLimit(response.headers) ?? state.rateLimit
      }
      return .success(Exchange(request: request, response: response, json: json))
    } catch {
      return .failure(error)
    }
  }

  /// Waits until requests to the host may continue, within the retry policy.
  private func waitUntilOpen(_ request: GitHubRequest) async throws(GitHubError) {
    while let wait = limiter.currentWait {
      guard policy.allows(wait, remaining: remainingTime()) else { throw GitHubError(wait) }
      do {
        try await limiter.clock.sleep(for: wait.length)
      } catch {
        throw .cancelled
      }
    }
    if limiter.hasResumed() { observer.resumed() }
    if Task.isCancelled { throw .cancelled }
    if let total = policy.total, remainingTime() == .zero {
      let host = WebAddress(request.url)?.host ?? ""
      throw .connection(.timedOut(host: host, after: total))
    }
  }

  /// The remaining part of the total time, which starts with the first request.
  private func remainingTime() -> Duration? {
    guard let total = policy.total else { return nil }
    let now = limiter.clock.elapsed
    let start = state.withLock { state in
      if state.start == nil { state.start = now }
      return state.start ?? now
    }
    return max(start + total - now, .zero)
  }
}

extension GitHubError {
  /// The error for a wait that is not allowed by the policy.
  fileprivate init(_ wait: Wait) {
    self =
      switch wait.reason {
      case .limit(let kind): .rateLimited(kind, wait: wait.length, until: wait.until)
      case .serverError(let status): .serverError(status: status)
      case .noResponse(let error): GitHubError(error)
      }
  }
}

/// A request, which may be sent several times.
struct GitHubRequest {
  var url: String
  var etag: String?
  /// The body of a GraphQL query. Queries only read, so they can be repeated like other requests.
  var query: [UInt8]?
  var headers: HTTPHeaders = [
    "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
  ]
  var authorization: Authorization?
  var bodyLimit = 32 << 20

  /// Enough for the largest response on a slow line (32 MiB at 1 Mbit/s), and a limit for a server
  /// that sends only a byte now and then.
  static let maximumDuration = Duration.seconds(300)

  init(_ url: String, etag: String? = nil) {
    self.url = url
    self.etag = etag
  }

  func httpRequest(within left: Duration?) -> HTTPRequest {
    var request = HTTPRequest(query == nil ? .get : .post, url)
    request.headers = headers
    if let etag { request.headers["If-None-Match"] = etag }
    if let query {
      request.headers["Content-Type"] = "application/json"
      request.body = query
    }
    request.authorization = authorization
    request.bodyLimit = bodyLimit
    request.wholeDeadline = min(
      left ?? GitHubRequest.maximumDuration, GitHubRequest.maximumDuration)
    return request
  }

  /// Requests a smaller page after the server failed to create this one.
  mutating func requestSmallerPage() {
    guard query == nil, let smaller = PageSize.halved(url) else { return }
    url = smaller
    etag = nil
  }
}
