import Platform

/// Where a service is: what the paths of its questions are added to.
public struct BaseAddress: Hashable, Sendable {
  /// Without a slash at its end.
  public let text: String

  /// - Throws: `badAddress` for what is none, or has a user, a query or a fragment; `insecure` for
  ///   plain `http` to another machine.
  public init(_ text: String) throws(HTTPError) {
    guard let parts = AddressParts(text), parts.query == nil, parts.fragment == nil,
      let address = WebAddress(parts)
    else { throw .badAddress(AddressRedaction.hidingSecrets(text)) }
    guard address.isPrivate else { throw .insecure(url: address.text) }
    let slashes = address.text.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count
    self.text = String(address.text.dropLast(slashes))
  }

  /// - Parameters:
  ///   - path: Begins with a slash, and is escaped.
  ///   - query: Is escaped here; in their order.
  public func url(_ path: String, _ query: [(name: String, value: String)] = []) -> String {
    let fields = query.map { "\(Percent.encode($0.name))=\(Percent.encode($0.value))" }
    return text + path + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }
}
