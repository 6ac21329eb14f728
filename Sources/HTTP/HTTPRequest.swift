/// What is asked of a server, and how long and how much its answer may be.
public struct HTTPRequest: Sendable {
  public enum Method: String, Sendable, Hashable {
    case get = "GET"
    case post = "POST"
  }

  public var method: Method
  /// `https`, or `http` towards this machine.
  public var url: String
  /// What the transport sees to itself (`Authorization`, `Host`, lengths and encodings) is not taken
  /// from here.
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// Sent to the server that `url` names, and to no other that it redirects to.
  public var authorization: Authorization?
  /// Joined to the query of `url` on the wire, and nowhere else.
  public var secretQuery: SecretQuery?
  /// Bytes of the answer's body, unpacked.
  public var bodyLimit: Int
  /// From looking up the name until the connection stands.
  public var connectDeadline: Duration
  /// So long without a head, or without any byte of the body, on a connection that stands.
  public var silenceDeadline: Duration
  /// For all of it, redirects included.
  public var wholeDeadline: Duration?
  /// Those with a `secretQuery` are not followed, whatever is said here.
  public var followsRedirects: Bool
  /// Whether a server that counts its questions may hear this one only once. It goes on a connection
  /// of its own: on one that has died meanwhile it would be sent again.
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
