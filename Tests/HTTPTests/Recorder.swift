import HTTP
import Platform
import Synchronization

/// Collects values from other threads.
final class Recorder<Value: Sendable>: Sendable {
  private let mutex = Mutex<[Value]>([])

  var values: [Value] { mutex.withLock { $0 } }

  func add(_ value: Value) { mutex.withLock { $0.append(value) } }
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
