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
