import Platform
import Synchronization

/// One request and its response. Each redirect is a step of its own.
struct HTTPStep: Sendable {
  var method: HTTPRequest.Method
  var address: WebAddress
  /// The header lines as they are sent.
  var headerLines: [String]
  var body: [UInt8]
  var proxy: String?
  var bodyLimit: Int
  var connectDeadline: Duration
  var silenceDeadline: Duration
  var wholeDeadline: Deadline?
  /// Whether the body of a redirect is discarded.
  var followsRedirects: Bool
  var isSentOnce = false

  /// A point in time, with its distance from the start for error messages.
  struct Deadline: Sendable {
    var instant: ContinuousClock.Instant
    var duration: Duration
  }

  /// The server's response.
  struct Answer: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]
  }

  /// The result of a step with its measurements.
  struct Report: Sendable {
    var result: Result<Answer, HTTPError>
    var bytes = 0
    var isConnectionReused = false
    var version = ""
  }

  /// Whether the step was canceled. Cancellation may be requested before the step has begun and
  /// after it has ended.
  final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isRequested: Bool { flag.load(ordering: .acquiring) }

    func request() { flag.store(true, ordering: .releasing) }
  }
}
