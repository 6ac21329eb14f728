import Platform
import Synchronization

/// One request and the answer to it; a redirect leads to another.
struct HTTPStep: Sendable {
  var method: HTTPRequest.Method
  var address: WebAddress
  /// As they go over the wire.
  var headerLines: [String]
  var body: [UInt8]
  var proxy: String?
  var bodyLimit: Int
  var connectDeadline: Duration
  var silenceDeadline: Duration
  var wholeDeadline: Deadline?
  /// Whether the body of a redirect is of no interest.
  var followsRedirects: Bool
  var isSentOnce = false
  var secretQuery: SecretQuery?

  /// What is asked for on the wire.
  var wireAddress: String {
    guard let secretQuery else { return address.text }
    return address.text + (address.query == nil ? "?" : "&") + secretQuery.text
  }

  /// A moment, and how long that had been from the start.
  struct Deadline: Sendable {
    var instant: ContinuousClock.Instant
    var duration: Duration
  }

  /// What the server said.
  struct Answer: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]
  }

  /// How it ended.
  struct Report: Sendable {
    var result: Result<Answer, HTTPError>
    var bytes = 0
    var isConnectionReused = false
    var version = ""
  }

  /// Whether the answer is not wanted any more. That may be so before the step has begun, and may be
  /// said after it has ended.
  final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isRequested: Bool { flag.load(ordering: .acquiring) }

    func request() { flag.store(true, ordering: .releasing) }
  }
}
