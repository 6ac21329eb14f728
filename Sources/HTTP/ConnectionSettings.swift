public import Platform

/// Proxy and certificate settings from the environment, read as the curl program reads them.
/// libcurl does not read these variables itself, because the transport sets all of its options.
struct ConnectionSettings: Sendable, Hashable {
  /// The proxy for `https` addresses.
  var proxy: String?
  /// Hosts that are reached without the proxy.
  var exceptions: String
  var certificateFile: String?
  var certificateFolder: String?

  init(_ environment: Environment) {
    proxy =
      environment.nonEmpty("https_proxy") ?? environment.nonEmpty("HTTPS_PROXY")
      ?? environment.nonEmpty("all_proxy") ?? environment.nonEmpty("ALL_PROXY")
    exceptions = environment.nonEmpty("no_proxy") ?? environment.nonEmpty("NO_PROXY") ?? ""
    if let bundle = environment.nonEmpty("CURL_CA_BUNDLE") {
      certificateFile = bundle
    } else {
      certificateFile = environment.nonEmpty("SSL_CERT_FILE")
      certificateFolder = environment.nonEmpty("SSL_CERT_DIR")
    }
  }

  /// `nil` for a server on this machine: a request to it may be unencrypted and carry a token,
  /// which no proxy may see. There are no other unencrypted requests, so `http_proxy` is not read.
  func proxy(to address: WebAddress) -> String? {
    address.isLoopback ? nil : proxy
  }
}

/// The credentials of a request. The value never appears in printed output.
public struct Authorization: Sendable, Hashable {
  /// Only the transport reads this.
  let value: String

  /// Sends only the characters of a token that a header may contain: a line break from a token file
  /// must not end the field.
  public init(bearer token: String) {
    let visible = token.utf8.filter { (0x21...0x7E).contains($0) }
    value = "Bearer " + String(decoding: visible, as: UTF8.self)
  }
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "Authorization(concealed)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

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
    text + path + (query.isEmpty ? "" : "?" + Percent.encode(query))
  }
}

extension BaseAddress {
  /// The address in an environment variable, or the usual one if it is not set.
  public init(
    _ variable: String, in environment: Environment, else usual: String
  ) throws(HostError) {
    let value = environment.nonEmpty(variable) ?? usual
    do {
      try self.init(value)
    } catch {
      if case .insecure = error { throw .insecure(variable: variable, value: value) }
      throw .invalidAddress(variable: variable, value: AddressRedaction.hidingSecrets(value))
    }
  }
}

/// The reason why a host cannot be used. User names and passwords are removed from the values.
public enum HostError: Error, Hashable, Sendable {
  /// The name is not a valid host name.
  case invalidName(String)
  /// The value of an environment variable is not a valid address, or has a user, a query or a
  /// fragment.
  case invalidAddress(variable: String, value: String)
  /// The value of an environment variable is a plain `http` address of another machine.
  case insecure(variable: String, value: String)
}
