import HTTP
import JSON
import Platform
import Synchronization

/// Sends requests to one host: through its limiter, again when the retry rules
/// say so, and no longer than the retry policy allows.
final class RequestSender: Sendable {
  /// What it has learned on the way.
  private struct State {
    var requests = 0
    var start: Duration?
    var hasAnswered = false
    var rateLimit: RateLimit?
  }

  /// An answer, with the request that it was in the end an answer to.
  struct Exchange {
    var request: GitHubRequest
    var response: HTTPResponse
    /// The body of an answer to a query, which had to be read to know what it is.
    var json: JSONValue?
  }

  private let transport: any HTTPTransport
  private let limiter: RequestLimiter
  private let rules: RetryRules
  private let jitter: @Sendable () -> Double
  private let observer: ClientObserver
  private let state = Mutex(State())

  init(
    _ transport: any HTTPTransport, limiter: RequestLimiter, policy: RetryPolicy,
    jitter: @escaping @Sendable () -> Double, observer: ClientObserver
  ) {
    self.transport = transport
    self.limiter = limiter
    self.rules = RetryRules(policy)
    self.jitter = jitter
    self.observer = observer
  }

  /// How many requests were sent.
  var requests: Int { state.withLock(\.requests) }

  var rateLimit: RateLimit? { state.withLock(\.rateLimit) }

  func send(_ request: GitHubRequest) async throws(GitHubError) -> Exchange {
    do {
      try await limiter.enter()
    } catch {
      throw .cancelled
    }
    defer { limiter.leave() }
    var request = request
    var history = RequestHistory()
    while true {
      try await waitUntilOpen(request)
      history.remaining = remainingTime()
      var json: JSONValue?
      let outcome = await outcome(of: request, remaining: history.remaining, json: &json)
      history.hasAnswered = state.withLock(\.hasAnswered)
      history.remaining = remainingTime()
      switch rules.decision(on: outcome.value, after: history, jitter: jitter()) {
      case .accept:
        if let response = outcome.response {
          return Exchange(request: request, response: response, json: json)
        }
        // There is an error in the place of an answer, and no rule accepts one.
        throw .connection(.malformed(host: request.url, detail: ""))
      case .giveUp(let error):
        if case .rateLimited(let kind, let wait, let until) = error {
          // Nobody waits, and nobody else is to run into it either.
          _ = limiter.pause(for: Wait(.limit(kind), length: wait, until: until))
        }
        throw error
      case .wait(let wait):
        if limiter.pause(for: wait) { observer.waiting(wait) }
        switch wait.reason {
        case .limit(.primary): history.primaryWaits += 1
        case .limit(.secondary): history.secondaryWaits += 1
        case .serverError, .noResponse: history.retries += 1
        }
        // Once more as it is; after that the page is what is too much for the host.
        if case .serverError = wait.reason, history.retries > 1 { request.requestSmallerPage() }
      }
    }
  }

  private func outcome(
    of request: GitHubRequest, remaining: Duration?, json: inout JSONValue?
  ) async -> (value: Outcome, response: HTTPResponse?) {
    state.withLock { $0.requests += 1 }
    do {
      let response = try await transport.send(request.httpRequest(within: remaining))
      if request.query != nil { json = try? JSONParser.parse(response.body) }
      let faults = (json?["errors"]?.array ?? []).prefix(20).map { GraphQLFault($0) }
      state.withLock { state in
        state.hasAnswered = true
        state.rateLimit = RateLimit(response.headers) ?? state.rateLimit
      }
      return (.answer(Reply(response, faults: faults)), response)
    } catch {
      return (.failure(error), nil)
    }
  }

  /// Waits while the host is to be left alone, for as long as the retry policy allows.
  private func waitUntilOpen(_ request: GitHubRequest) async throws(GitHubError) {
    while let wait = limiter.currentWait {
      guard rules.allows(wait, remaining: remainingTime()) else { throw GitHubError(wait) }
      do {
        try await limiter.clock.sleep(for: wait.length)
      } catch {
        throw .cancelled
      }
    }
    if limiter.hasResumed() { observer.resumed() }
    if Task.isCancelled { throw .cancelled }
    if let total = rules.policy.total, remainingTime() == .zero {
      let host = WebAddress(request.url)?.host ?? ""
      throw .connection(.timedOut(host: host, after: total))
    }
  }

  /// What is left of the time for everything, which begins with the first request.
  private func remainingTime() -> Duration? {
    guard let total = rules.policy.total else { return nil }
    let now = limiter.clock.elapsed
    let start = state.withLock { state in
      if state.start == nil { state.start = now }
      return state.start ?? now
    }
    return max(start + total - now, .zero)
  }
}

extension GitHubError {
  /// What a wait is to somebody who does not wait.
  fileprivate init(_ wait: Wait) {
    self =
      switch wait.reason {
      case .limit(let kind): .rateLimited(kind, wait: wait.length, until: wait.until)
      case .serverError(let status): .serverError(status: status)
      case .noResponse(let error): GitHubError(error)
      }
  }
}
