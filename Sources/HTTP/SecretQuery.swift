import Platform

/// A key that a server expects in the query. It is added to the address only when the request is
/// sent, and never appears in traces, errors or the address of a response.
///
/// A request with such a key does not follow redirects, because many servers repeat the query in
/// the redirect.
public struct SecretQuery: Sendable, Hashable {
  /// The escaped `name=value`. Only the transport reads this.
  let text: String

  public init(_ name: String, _ value: String) {
    text = "\(Percent.encode(name))=\(Percent.encode(value))"
  }
}

extension SecretQuery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "SecretQuery(concealed)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
