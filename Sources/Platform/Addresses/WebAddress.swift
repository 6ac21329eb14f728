import Diary
import Glibc

/// A normalized `http` or `https` address. The text that was checked is also the text that is sent,
/// so that two parsers cannot read it differently.
public struct WebAddress: Hashable, Sendable {
  public enum Scheme: String, Sendable {
    case http
    case https

    var port: Int { self == .http ? 80 : 443 }
  }

  public let scheme: Scheme
  /// In lower case, without the brackets of an IPv6 address.
  public let host: String
  public let port: Int
  /// Begins with a slash and has no `.` or `..` segments.
  public internal(set) var path: String
  public internal(set) var query: String?
}

extension WebAddress {
  /// `nil` for a scheme other than `http` and `https`, and for an address with a user or a
  /// password. The fragment is dropped, because it is never sent to a server.
  public init?(_ text: String) {
    guard let parts = AddressParts(text) else { return nil }
    self.init(parts)
  }

  public init?(_ parts: AddressParts) {
    guard let scheme = Scheme(rawValue: parts.scheme), parts.user == nil,
      let host = parts.isBracketed
        ? WebAddress.canonicalIPv6(parts.host) : WebAddress.name(parts.host),
      let path = WebAddress.escaped(parts.path),
      let query = parts.query.map(WebAddress.escaped) ?? .some(nil)
    else { return nil }
    self.scheme = scheme
    self.host = host
    self.port = parts.port ?? scheme.port
    self.path = WebAddress.withoutDots(path.isEmpty ? "/" : path)
    self.query = query
  }

  /// Accepts labels of ASCII letters, digits, `-` and `_`, separated by dots.
  private static func name(_ text: Substring) -> String? {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areValid = labels.allSatisfy { label in
      !label.isEmpty && label.first != UInt8(ascii: "-")
        && label.allSatisfy {
          $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }
    // DNS allows at most 253 bytes.
    return areValid && text.utf8.count <= 253 ? text.lowercased() : nil
  }

  private static func canonicalIPv6(_ text: Substring) -> String? {
    var address = in6_addr()
    var letters = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard !text.utf8.contains(0), inet_pton(AF_INET6, String(text), &address) == 1,
      inet_ntop(AF_INET6, &address, &letters, socklen_t(letters.count)) != nil
    else { return nil }
    return String(decoding: letters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension WebAddress {
  /// The normalized spelling.
  public var text: String {
    "\(scheme.rawValue)://\(authority)\(path)\(query.map { "?" + $0 } ?? "")"
  }

  /// The host, in brackets if it is an IPv6 address, and the port if it is not the default.
  public var authority: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return port == scheme.port ? name : "\(name):\(port)"
  }

  /// Identifies the server: two addresses with the same origin lead to the same server.
  public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

  public struct Origin: Hashable, Sendable {
    public let scheme: Scheme
    public let host: String
    public let port: Int
  }

  /// Whether requests are encrypted or stay on this machine.
  public var isPrivate: Bool { scheme == .https || isLoopback }

  /// Whether the host is `localhost`, `::1`, or in `127.0.0.0/8` with four plain numbers.
  public var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      // Some programs read a number with a leading zero as octal.
      UInt8(part).map { String($0) == part } ?? false
    }
    return parts.count == 4 && parts[0] == "127" && areNumbers
  }
}
