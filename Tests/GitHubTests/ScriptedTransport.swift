import HTTP
import Synchronization

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

  static var dropped: Self { .failure(.droppedMidway(host: "github.com")) }
}
