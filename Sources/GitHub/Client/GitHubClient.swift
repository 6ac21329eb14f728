public import HTTP
import JSON
import Platform

/// One account's view of a host: what can be asked of it, and its answers as values.
///
/// Every question waits for its turn and is asked again by the rules in `Limits`. Questions that
/// take a tag are answered with `.unchanged` where nothing is new since then.
public final class GitHubClient: Sendable {
  public let host: GitHubHost
  let token: Token?
  let api: Courier
  let web: Courier

  /// How many requests go out at once, and what is waited for.
  public struct Manners: Sendable {
    public var concurrency = 8
    public var patience = Patience.long
    /// Between 0 and 1, so that programs that failed together do not come back together.
    public var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

    public init(concurrency: Int = 8, patience: Patience = .long) {
      self.concurrency = concurrency
      self.patience = patience
    }
  }

  public init(
    host: GitHubHost, token: Token?, transport: any HTTPTransport, manners: Manners = Manners(),
    observer: ClientObserver = ClientObserver(), time: any Timekeeper = SystemTimekeeper()
  ) {
    func courier() -> Courier {
      let gate = HostGate(width: manners.concurrency, time: time)
      return Courier(
        transport, gate: gate, patience: manners.patience, jitter: manners.jitter,
        observer: observer)
    }
    self.host = host
    self.token = token
    api = courier()
    let isOneServer = WebAddress(host.apiURL)?.origin == WebAddress(host.webURL)?.origin
    web = isOneServer ? api : courier()
  }

  /// How many requests were sent, those that were sent again included.
  public var requests: Int { api.requests + (web === api ? 0 : web.requests) }

  /// What the last answer said about it.
  public var lastRateLimit: RateLimit? { api.rateLimit }
}

extension GitHubClient {
  /// The answer to a question to the API, sent with the token.
  func ask(_ question: Question) async throws(GitHubError) -> Courier.Delivery {
    var question = question
    if let token {
      guard token.isUsable else { throw .unusableToken }
      question.authorization = Authorization(bearer: token.secret)
    }
    guard isOurs(question.url) else {
      throw .elsewhere(url: ServerText.bounded(question.url))
    }
    return try await send(question, by: api)
  }

  /// An answer that is one: from the server that was asked, and no refusal.
  func send(
    _ question: Question, by courier: Courier
  ) async throws(GitHubError) -> Courier.Delivery {
    let delivery = try await courier.send(question)
    // Whoever waits for the place that is free now asks first: reading an answer and keeping it
    // takes as long as a good part of waiting for one.
    await Task.yield()
    // Redirects that stay on the server are renamed repositories. Elsewhere anybody answers.
    guard let origin = WebAddress(delivery.response.url)?.origin,
      origin == WebAddress(question.url)?.origin
    else {
      throw .elsewhere(
        url: ServerText.bounded(ShownAddress.hidingSecrets(delivery.response.url)))
    }
    if delivery.response.status == 304, delivery.question.etag != nil { return delivery }
    if let error = GitHubError(delivery.response, hasToken: token != nil) { throw error }
    return delivery
  }

  /// Whether an address is one of the API's own server: the token goes nowhere else.
  private func isOurs(_ url: String) -> Bool {
    guard let origin = WebAddress(url)?.origin else { return false }
    return origin == WebAddress(host.apiURL)?.origin
  }

  /// The value of an answer in JSON, unless it is the one that is known already.
  func fetch<Value: Sendable>(
    _ question: Question,
    _ read: (JSONValue, Courier.Delivery) throws(GitHubError) -> Value
  ) async throws(GitHubError) -> Fetched<Value> {
    let delivery = try await ask(question)
    if delivery.response.status == 304 { return .unchanged }
    let json: JSONValue
    do {
      json = try JSONParser.parse(delivery.response.body)
    } catch {
      throw .notJSON
    }
    let value = try read(json, delivery)
    return .fresh(value, etag: delivery.response.headers["etag"].flatMap(GitHubClient.tag))
  }

  /// A tag is sent back to the letter, so it must be one that can stand in a header.
  private static func tag(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return !text.isEmpty && text.utf8.count <= 400 && isPlain ? text : nil
  }
}
