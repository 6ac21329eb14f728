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
  public var body: [UInt8]
  /// Sent only to the server of `url`, never to another one after a redirect.
  public var authorization: Authorization?
  /// The maximum size of the response body in bytes, after decompression.
  public var bodyLimit: Int
  /// The time from the name lookup until the connection is established.
  public var connectDeadline: Duration
  /// The maximum time without a header or a byte of the body on an established connection.
  public var silenceDeadline: Duration
  /// The time for the whole request, including redirects.
  public var wholeDeadline: Duration?
  public var followsRedirects: Bool
  /// Whether the request must be sent only once, because the server counts requests. It then gets a
  /// new connection: libcurl repeats a request if a reused connection turns out to be closed.
  public var isSentOnce = false

  public init(
    _ method: Method = .get, _ url: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    authorization: Authorization? = nil, bodyLimit: Int = 32 << 20,
    connectDeadline: Duration = .seconds(10), silenceDeadline: Duration = .seconds(30),
    wholeDeadline: Duration? = nil, followsRedirects: Bool = true
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.authorization = authorization
    self.bodyLimit = bodyLimit
    self.connectDeadline = connectDeadline
    self.silenceDeadline = silenceDeadline
    self.wholeDeadline = wholeDeadline
    self.followsRedirects = followsRedirects
  }
}
