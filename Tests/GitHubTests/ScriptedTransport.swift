import HTTP
import Synchronization

@testable import GitHub

/// Returns the responses of a script in order. The last one is repeated.
final class ScriptedTransport: HTTPTransport {
  typealias Step = Result<HTTPResponse, HTTPError>

  private let state: Mutex<(script: [Step], requests: [HTTPRequest])>

  init(_ script: [Step]) {
    state = Mutex((script, []))
  }

  var requests: [HTTPRequest] { state.withLock(\.requests) }

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let step = state.withLock { state in
      state.requests.append(request)
      return state.script.count > 1 ? state.script.removeFirst() : state.script.first
    }
    var response = try (step ?? .failure(.droppedMidway(host: "nobody"))).get()
    if response.url.isEmpty { response.url = request.url }
    return response
  }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
  /// A response from the requested URL, unless `url` is given.
  static func answer(
    _ status: Int = 200, _ body: String = "", _ headers: HTTPHeaders = [:], from url: String = ""
  ) -> Self {
    .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: url))
  }

  static func json(_ body: String, status: Int = 200, _ headers: HTTPHeaders = [:]) -> Self {
    var headers = headers
    headers["Content-Type"] = "application/json; charset=utf-8"
    return .answer(status, body, headers)
  }

  /// The account of a token.
  static var account: Self { .json(#"{"login":"octocat","id":1}"#) }

  static var dropped: Self { .failure(.droppedMidway(host: "github.com")) }
}

extension GitHubClient {
  /// A client of github.com that retries without jitter.
  convenience init(
    _ transport: ScriptedTransport, token: String? = "gho_x", _ options: ClientOptions = .init(),
    _ observer: ClientObserver = ClientObserver(), clock: any MonotonicClock = VirtualClock()
  ) {
    var options = options
    options.jitter = { 0 }
    self.init(
      host: Sample.host, token: token.map(Token.init), transport: transport, options: options,
      observer: observer, clock: clock)
  }
}

/// A clock that advances when a task sleeps, without waiting.
final class VirtualClock: MonotonicClock {
  private let state = Mutex((now: Duration.zero, sleeps: [Duration]()))

  var elapsed: Duration { state.withLock(\.now) }

  /// The duration of each sleep.
  var sleeps: [Duration] { state.withLock(\.sleeps) }

  func sleep(for duration: Duration) async throws(CancellationError) {
    state.withLock { state in
      state.now += max(duration, .zero)
      state.sleeps.append(duration)
    }
    await Task.yield()
    if Task.isCancelled { throw CancellationError() }
  }

  /// Advances the clock without a sleep.
  func pass(_ duration: Duration) { state.withLock { $0.now += duration } }
}

/// A clock that never advances. A sleep ends only when its task is canceled.
struct FrozenClock: MonotonicClock {
  var elapsed: Duration { .zero }

  func sleep(for duration: Duration) async throws(CancellationError) {
    do {
      try await Task.sleep(for: .seconds(600))
    } catch {
      throw CancellationError()
    }
  }
}
