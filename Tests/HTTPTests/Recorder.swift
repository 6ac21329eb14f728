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
}

/// The error that `work` throws.
func error<Result>(
  of work: () async throws(HTTPError) -> Result
) async -> HTTPError? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error
  }
}
