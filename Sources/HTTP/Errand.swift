import Synchronization

/// One request, as the thread of the transport is to carry it out: a redirect is another errand.
struct Errand: Sendable {
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
  var receiving: (@Sendable ([UInt8]) -> Void)?

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

  /// Whether the answer is still wanted. It can be given up before the errand has begun, and after
  /// it has ended.
  final class Ticket: Sendable {
    private let flag = Atomic(false)

    var isGivenUp: Bool { flag.load(ordering: .acquiring) }

    func giveUp() { flag.store(true, ordering: .releasing) }
  }
}
