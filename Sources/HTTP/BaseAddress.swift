import Platform

/// The base URL of a service, to which the paths of its requests are appended.
public struct BaseAddress: Hashable, Sendable {
  /// Without a trailing slash.
  public let text: String

  /// - Throws: `badAddress` if the text is not a URL, or has a user, a query or a fragment;
  ///   `insecure` for plain `http` to another machine.
  public init(_ text: String) throws(HTTPError) {
    guard let parts = AddressParts(text), parts.query == nil, parts.fragment == nil,
      let address = WebAddress(parts)
    else { throw .badAddress(AddressRedaction.hidingSecrets(text)) }
    guard address.isPrivate else { throw .insecure(url: address.text) }
    let slashes = address.text.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count
    self.text = String(address.text.dropLast(slashes))
  }

  /// - Parameters:
  ///   - path: The escaped path, beginning with a slash.
  ///   - query: The fields in order, not escaped yet.
  public func url(_ path: String, _ query: [(name: String, value: String)] = []) -> String {
    let fields = query.map { "\(Percent.encode($0.name))=\(Percent.encode($0.value))" }
    return text + path + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }
}
