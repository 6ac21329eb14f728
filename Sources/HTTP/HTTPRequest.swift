import Platform
import Synchronization

/// A request, with limits on the time and the size of its response.
public struct HTTPRequest: Sendable {
  public enum Method: String, Sendable, Hashable {
    case get = "GET"
    case post = "POST"
  }

  public var method: Method
  /// `https`, or `http` to this machine.
  public var url: String
  /// Fields that the transport sets itself (`Authorization`, `Host`, lengths and encodings) are
  /// ignored here.
  public var headers: HTTPHeaders
  public var body: [UInt8] = []
  /// Sent only to the server of `url`, never to another one after a redirect.
  public var authorization: Authorization?
  /// The maximum size of the response body in bytes, after decompression.
  public var bodyLimit = 32 << 20
  /// The time from the name lookup until the connection is established.
  public var connectDeadline = Duration.seconds(10)
  /// The maximum time without a header or a byte of the body on an established connection.
  public var silenceDeadline = Duration.seconds(30)
  /// The time for the whole request, including redirects.
  public var wholeDeadline: Duration?
  public var followsRedirects = true
  /// Whether the request must be sent only once, because the server counts requests. It then gets a
  /// new connection: libcurl repeats a request if a reused connection turns out to be closed.
  public var isSentOnce = false

  public init(_ method: Method, _ url: String, headers: HTTPHeaders = [:]) {
    self.method = method
    self.url = url
    self.headers = headers
  }
}

/// A response with any status.
public struct HTTPResponse: Sendable, Hashable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// The address of the response, which differs from the request after redirects.
  public var url: String

  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }
}

/// Why there is no response. A response with an error status is not an error of this type.
public enum HTTPError: Error, Hashable, Sendable {
  case libraryMissing(detail: String)
  /// The text is not a server address; it is given without its password.
  case badAddress(String)
  /// The address is not encrypted and not on this machine.
  case insecure(url: String)
  /// The name was not found, the connection was refused, there is no route, the proxy refused, or
  /// TLS failed.
  case unreachable(host: String, detail: String)
  case timedOut(host: String, after: Duration)
  case certificate(host: String, detail: String)
  case tooLarge(host: String, limit: Int)
  /// The connection ended or became invalid before the response was complete.
  case droppedMidway(host: String)
  case malformed(host: String, detail: String)
  /// The server redirects to an address that is not `http` or `https`, such as a file.
  case redirectedOffWeb(to: String)
  /// More redirects than the transport follows, or a loop; `url` is the requested address.
  case tooManyRedirects(url: String)
  case cancelled
}

/// Sends requests to servers and returns their responses.
public protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

/// One request and its response. Each redirect is a step of its own.
struct HTTPStep: Sendable {
  /// The request that was redirected, with its limits.
  var request: HTTPRequest
  var method: HTTPRequest.Method
  var address: WebAddress
  /// The header lines as they are sent.
  var headerLines: [String]
  var body: [UInt8]
  var proxy: String?
  var wholeDeadline: Deadline?

  /// A point in time, with its distance from the start for error messages.
  struct Deadline: Sendable {
    var instant: ContinuousClock.Instant
    var duration: Duration
  }

  /// The result of a step with its measurements.
  struct Report: Sendable {
    var result: Result<HTTPResponse, HTTPError>
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
