import HTTP
import Platform
import Synchronization

/// Collects values from other threads.
final class Recorder<Value: Sendable>: Sendable {
  private let mutex = Mutex<[Value]>([])

  var values: [Value] { mutex.withLock { $0 } }

  func add(_ value: Value) { mutex.withLock { $0.append(value) } }
}

extension HTTPRequest {
  /// A request with all that the program sets afterwards.
  init(
    _ method: Method, _ url: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    authorization: Authorization? = nil, bodyLimit: Int? = nil, connectDeadline: Duration? = nil,
    silenceDeadline: Duration? = nil, wholeDeadline: Duration? = nil, followsRedirects: Bool = true
  ) {
    self.init(method, url, headers: headers)
    self.body = body
    self.authorization = authorization
    self.bodyLimit = bodyLimit ?? self.bodyLimit
    self.connectDeadline = connectDeadline ?? self.connectDeadline
    self.silenceDeadline = silenceDeadline ?? self.silenceDeadline
    self.wholeDeadline = wholeDeadline
    self.followsRedirects = followsRedirects
  }
}

extension CurlTransport {
  /// A transport that ignores the proxies and certificates of this machine.
  convenience init(
    _ variables: [String: String] = [:], recording traces: Recorder<HTTPTrace>? = nil
  ) {
    self.init(environment: Environment(variables), userAgent: "commitdiary/test") { trace in
      traces?.add(trace)
    }
  }

  /// Why a request fails; `nil` if it does not.
  func failure(of request: HTTPRequest) async -> HTTPError? {
    do {
      _ = try await send(request)
      return nil
    } catch {
      return error
    }
  }
}
