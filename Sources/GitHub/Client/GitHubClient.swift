public import Diary
public import HTTP
import JSON
import Platform

/// Sends requests to a host for one account, and returns the responses as values.
///
/// Requests are limited and retried by the rules in `Limits`. Requests with a tag return
/// `.unchanged` if the value has not changed since.
public final class GitHubClient: Sendable {
  public let host: GitHubHost
  let token: Token?
  let api: RequestSender
  let web: RequestSender

  public init(
    host: GitHubHost, token: Token?, transport: any HTTPTransport,
    options: ClientOptions = ClientOptions(),
    observer: ClientObserver = ClientObserver(), clock: any MonotonicClock = SystemMonotonicClock()
  ) {
    func sender() -> RequestSender {
      let limiter = RequestLimiter(width: options.concurrency, clock: clock)
      return RequestSender(
        transport, limiter: limiter, policy: options.retryPolicy, jitter: options.jitter,
        observer: observer)
    }
    self.host = host
    self.token = token
    api = sender()
    let isOneServer = WebAddress(host.apiURL)?.origin == WebAddress(host.webURL)?.origin
    web = isOneServer ? api : sender()
  }

  /// The number of requests sent, including retries.
  public var requests: Int { api.requests + (web === api ? 0 : web.requests) }

  /// The rate limit in the last response.
  public var lastRateLimit: RateLimit? { api.rateLimit }
}

extension GitHubClient {
  /// Sends a request to the API with the token.
  func sendToAPI(_ request: GitHubRequest) async throws(GitHubError) -> RequestSender.Exchange {
    var request = request
    if let token {
      guard token.isUsable else { throw .unusableToken }
      request.authorization = Authorization(bearer: token.secret)
    }
    // The token is sent to no other server.
    guard let origin = WebAddress(request.url)?.origin, origin == WebAddress(host.apiURL)?.origin
    else {
      throw .foreignURL(url: ServerText.bounded(request.url))
    }
    return try await send(request, by: api)
  }

  /// Sends a request, and throws if the response is an error or comes from another server.
  func send(
    _ request: GitHubRequest, by sender: RequestSender
  ) async throws(GitHubError) -> RequestSender.Exchange {
    let exchange = try await sender.send(request)
    // Lets the next waiting request start before this response is parsed and saved, which takes a
    // considerable part of the time of a request.
    await Task.yield()
    // Renamed repositories redirect to the same server. Other servers are not trusted.
    guard let origin = WebAddress(exchange.response.url)?.origin,
      origin == WebAddress(request.url)?.origin
    else {
      throw .foreignURL(
        url: ServerText.bounded(AddressRedaction.hidingSecrets(exchange.response.url)))
    }
    if exchange.response.status == 304, exchange.request.etag != nil { return exchange }
    if let error = GitHubError(exchange.response, hasToken: token != nil) { throw error }
    return exchange
  }

  /// Requests a value, unless it is unchanged.
  ///
  /// - Parameters:
  ///   - part: What the response lacks if `read` returns `nil`, for the error.
  ///   - read: Reads the value from the JSON of the response.
  func fetch<Value: Sendable>(
    _ url: String, etag: String? = nil, _ part: String,
    _ read: (JSONValue, RequestSender.Exchange) throws(GitHubError) -> Value?
  ) async throws(GitHubError) -> FetchResult<Value> {
    let exchange = try await sendToAPI(GitHubRequest(url, etag: etag))
    if exchange.response.status == 304 { return .unchanged }
    guard let json = try? JSONParser.parse(exchange.response.body) else { throw .notJSON }
    guard let value = try read(json, exchange) else {
      throw .unexpected(detail: json.serverMessage ?? part)
    }
    return .fresh(value, etag: exchange.response.headers["etag"].flatMap(GitHubClient.tag))
  }

  /// A tag is sent back unchanged, so it must be valid in a header.
  private static func tag(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return !text.isEmpty && text.utf8.count <= 400 && isPlain ? text : nil
  }
}

/// Callbacks of a client. They may be called on any thread.
public struct ClientObserver: Sendable {
  /// Requests to the host pause. Called once, regardless of how many requests wait, and again if
  /// the pause is extended.
  public var waiting: @Sendable (Wait) -> Void
  /// Requests to the host continue.
  public var resumed: @Sendable () -> Void

  public init(
    waiting: @escaping @Sendable (Wait) -> Void = { _ in },
    resumed: @escaping @Sendable () -> Void = {}
  ) {
    self.waiting = waiting
    self.resumed = resumed
  }
}

/// The concurrency and the retry policy of a client.
public struct ClientOptions: Sendable {
  public var concurrency = 8
  public var retryPolicy = RetryPolicy.long
  /// Returns a value between 0 and 1 that spreads out retries, so that programs that failed at the
  /// same time do not retry at the same time.
  public var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

  public init(retryPolicy: RetryPolicy = .long) {
    self.retryPolicy = retryPolicy
  }
}

/// The result of a conditional request.
public enum FetchResult<Value: Sendable>: Sendable {
  /// The value has not changed since the given tag. Such a request does not count toward the rate
  /// limit.
  case unchanged
  /// The value, and the tag for the next request.
  case fresh(Value, etag: String?)

  /// `nil` if unchanged.
  public var value: Value? { if case .fresh(let value, _) = self { value } else { nil } }
}

extension FetchResult: Equatable where Value: Equatable {}
