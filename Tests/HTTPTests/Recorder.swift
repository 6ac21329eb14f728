import HTTP
import Platform
import Synchronization

/// Keeps what is handed over on other threads.
final class Recorder<Value: Sendable>: Sendable {
  private let mutex = Mutex<[Value]>([])

  var values: [Value] { mutex.withLock { $0 } }

  func add(_ value: Value) { mutex.withLock { $0.append(value) } }
}

extension CurlTransport {
  /// One that no proxy and no certificate of this machine has a say in.
  convenience init(
    _ variables: [String: String] = [:], recording traces: Recorder<HTTPTrace>? = nil
  ) {
    self.init(environment: Environment(variables), userAgent: "commitdiary/test") { trace in
      traces?.add(trace)
    }
  }
}

/// What `work` throws.
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
