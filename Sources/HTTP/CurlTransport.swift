import CCurl
import Diary
public import Platform

/// Sends HTTP requests with libcurl, which is loaded for the first request.
public final class CurlTransport: HTTPTransport {
  private let thread: TransferThread
  private let settings: ConnectionSettings
  private let trace: (@Sendable (HTTPTrace) -> Void)?

  /// - Parameters:
  ///   - environment: The variables that name proxies and certificates.
  ///   - trace: Called once for every request after it was answered or has failed, by the task that
  ///     sent it.
  public init(
    environment: Environment, userAgent: String, trace: (@Sendable (HTTPTrace) -> Void)? = nil
  ) {
    settings = ConnectionSettings(environment)
    thread = TransferThread(settings: settings, userAgent: userAgent)
    self.trace = trace
  }

  /// Returns after the thread has ended and all connections are closed.
  deinit { thread.close() }

  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    var chain = try RedirectChain(request)
    let deadline = request.wholeDeadline.map {
      HTTPStep.Deadline(instant: .now + $0, duration: $0)
    }
    while true {
      var step = HTTPStep(request, along: chain)
      step.proxy = settings.proxy(to: chain.address)
      step.wholeDeadline = deadline
      let response = try await traced(step).get()
      guard request.followsRedirects,
        RedirectChain.isRedirect(status: response.status, headers: response.headers)
      else { return response }
      try chain.follow(status: response.status, headers: response.headers)
    }
  }

  private func traced(_ step: HTTPStep) async -> Result<HTTPResponse, HTTPError> {
    let start = ContinuousClock.now
    let report = await thread.run(step)
    trace?(
      HTTPTrace(
        method: step.method, url: step.address.text, status: try? report.result.get().status,
        bytes: report.bytes, duration: start.duration(to: .now),
        isConnectionReused: report.isConnectionReused, version: report.version))
    return report.result
  }
}

extension HTTPStep {
  /// Headers that the transport sets itself.
  private static let reserved: Set = [
    "accept-encoding", "authorization", "connection", "content-length", "expect", "host",
    "proxy-authorization", "transfer-encoding",
  ]

  /// Creates the next step of a request that was redirected along `chain`.
  init(_ request: HTTPRequest, along chain: RedirectChain) {
    let fields = request.headers.fields.filter { field in
      let isAboutBody = field.name == "content-type"
      return !HTTPStep.reserved.contains(field.name) && (chain.carriesBody || !isAboutBody)
    }
    var lines = fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if chain.carriesAuthorization, let authorization = request.authorization {
      lines.append("authorization: \(authorization.value)")
    }
    self.init(
      request: request, method: chain.method, address: chain.address, headerLines: lines,
      body: chain.carriesBody ? request.body : [])
  }
}

/// A curl multi handle, freed when this value is released.
struct Multi: ~Copyable {
  private let handle: OpaquePointer

  init?(connections: Int) {
    guard let handle = diary_curl_multi_new(Int32(clamping: connections)) else { return nil }
    self.handle = handle
  }

  deinit { diary_curl_multi_free(handle) }

  /// Returns false if libcurl cannot start the transfer.
  func add(_ transfer: Transfer) -> Bool { diary_curl_multi_add(handle, transfer.exchange) }

  /// Aborts the transfer if it is running, and closes its connection.
  func remove(_ transfer: Transfer) { diary_curl_multi_remove(handle, transfer.exchange) }

  func perform() { diary_curl_multi_perform(handle) }

  func wait(until deadline: ContinuousClock.Instant?) {
    let left = deadline.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(3600)
    diary_curl_multi_wait(handle, left.wholeMilliseconds(atMost: 3_600_000))
  }

  /// The next transfer that has finished or failed.
  func nextEnded() -> (transfer: Transfer, outcome: diary_curl_outcome, detail: String)? {
    var outcome = diary_curl_outcome.done
    var detail: UnsafePointer<CChar>?
    guard let context = diary_curl_multi_next_ended(handle, &outcome, &detail) else { return nil }
    return (Transfer.at(context), outcome, detail.map { String(cString: $0) } ?? "")
  }

  var waker: Waker { Waker(handle: handle) }
}

/// Ends the wait of a `Multi` from another thread.
///
/// It is `@unchecked Sendable` because libcurl allows this one call on every thread. The caller
/// must make sure that the `Multi` still exists.
struct Waker: @unchecked Sendable {
  fileprivate let handle: OpaquePointer

  func wake() { diary_curl_multi_wake(handle) }
}

/// A request and its result, for logging. Each redirect is logged as its own request. Headers and
/// bodies are not included, because they may contain secrets.
public struct HTTPTrace: Sendable, Hashable {
  public var method: HTTPRequest.Method
  public var url: String
  /// `nil` if there was no response.
  public var status: Int?
  /// The size of the response as received, before decompression.
  public var bytes: Int
  public var duration: Duration
  public var isConnectionReused: Bool
  /// `1.1` or `2`; empty if there was no response.
  public var version: String

  public var milliseconds: Int { Int(duration / .milliseconds(1)) }
}
