import Platform

/// A key that a server wants in the query. Nothing that prints it shows it: it joins the address on
/// the wire only, not in traces, errors or the address of an answer.
///
/// A request with one follows no redirects: a server that sends it elsewhere repeats the query as
/// often as not.
public struct SecretQuery: Sendable, Hashable {
  /// `name=value`, escaped. Read by the transport only.
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
