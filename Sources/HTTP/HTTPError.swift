/// Why there is no answer. An answer that says no is an answer.
public enum HTTPError: Error, Hashable, Sendable {
  case libraryMissing(detail: String)
  /// What is no address of a server, without the password that may stand in it.
  case badAddress(String)
  /// Not encrypted, and not to this machine.
  case insecure(url: String)
  /// Name not found, refused, no route, a proxy that said no, no TLS spoken.
  case unreachable(host: String, detail: String)
  case timedOut(host: String, after: Duration)
  case certificate(host: String, detail: String)
  case tooLarge(host: String, limit: Int)
  /// The connection ended, or made no sense any more, before the answer was complete.
  case droppedMidway(host: String)
  case malformed(host: String, detail: String)
  /// A server redirects to an address that is not on the web, such as a file.
  case redirectedOffWeb(to: String)
  /// More than the transport follows, or in a circle; `url` is what was asked for.
  case tooManyRedirects(url: String)
  case cancelled
}
