public import HTTP
import JSON
import Platform

/// One account's view of a host: what can be asked of it, and its answers as values.
///
/// Every request waits for its turn and is asked again by the rules in `Limits`. Requests that
/// take a tag are answered with `.unchanged` where nothing is new since then.
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

  /// How many requests were sent, those that were sent again included.
  public var requests: Int { api.requests + (web === api ? 0 : web.requests) }

  /// What the last answer said about it.
  public var lastRateLimit: RateLimit? { api.rateLimit }
}

extension GitHubClient {
  /// The answer to a request to the API, sent with the token.
  func sendToAPI(_ request: GitHubRequest) async throws(GitHubError) -> RequestSender.Exchange {
    var request = request
    if let token {
      guard token.isUsable else { throw .unusableToken }
      request.authorization = Authorization(bearer: token.secret)
    }
    guard isOurs(request.url) else {
      throw .foreignURL(url: ServerText.bounded(request.url))
    }
    return try await send(request, by: api)
  }

  /// An answer that is one: from the server that was asked, and no refusal.
  func send(
    _ request: GitHubRequest, by sender: RequestSender
  ) async throws(GitHubError) -> RequestSender.Exchange {
    let exchange = try await sender.send(request)
    // Whoever waits for the place that is free now asks first: reading an answer and keeping it
    // takes as long as a good part of waiting for one.
    await Task.yield()
    // Redirects that stay on the server are renamed repositories. Elsewhere anybody answers.
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

  /// Whether an address is one of the API's own server: the token goes nowhere else.
  private func isOurs(_ url: String) -> Bool {
    guard let origin = WebAddress(url)?.origin else { return false }
    return origin == WebAddress(host.apiURL)?.origin
  }

  /// The value of an answer in JSON, unless it is the one that is known already.
  func fetch<Value: Sendable>(
    _ request: GitHubRequest,
    _ read: (JSONValue, RequestSender.Exchange) throws(GitHubError) -> Value
  ) async throws(GitHubError) -> FetchResult<Value> {
    let exchange = try await sendToAPI(request)
    if exchange.response.status == 304 { return .unchanged }
    let json: JSONValue
    do {
      json = try JSONParser.parse(exchange.response.body)
    } catch {
      throw .notJSON
    }
    let value = try read(json, exchange)
    return .fresh(value, etag: exchange.response.headers["etag"].flatMap(GitHubClient.tag))
  }

  /// A tag is sent back to the letter, so it must be one that can stand in a header.
  private static func tag(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return !text.isEmpty && text.utf8.count <= 400 && isPlain ? text : nil
  }
}
