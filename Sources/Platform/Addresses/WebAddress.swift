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

extension WebAddress {
  /// Resolves a reference found at this address (RFC 3986, 5.2) and drops its fragment; `nil` if
  /// the result is not a web address.
  public func resolving(_ reference: String) -> WebAddress? {
    let reference = Substring(reference).before("#")
    if WebAddress.hasScheme(reference) { return WebAddress(String(reference)) }
    if reference.utf8.starts(with: "//".utf8) {
      let afterSlashes = Substring(reference.utf8.dropFirst(2))
      return AddressParts(scheme: scheme.rawValue, afterSlashes: afterSlashes)
        .flatMap { WebAddress($0) }
    }
    let written = reference.before("?")
    guard let path = WebAddress.escaped(written),
      let rest = WebAddress.escaped(reference[written.endIndex...])
    else { return nil }
    let query = rest.isEmpty ? nil : String(rest.dropFirst())
    var resolved = self
    if path.isEmpty {
      resolved.query = query ?? self.query
    } else {
      let folder = path.utf8.first == UInt8(ascii: "/") ? "" : self.folder
      resolved.path = WebAddress.withoutDots(folder + path)
      resolved.query = query
    }
    return resolved
  }

  /// The path up to its last slash.
  private var folder: Substring {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    return path[...slash]
  }

  private static func hasScheme(_ reference: Substring) -> Bool {
    let name = reference.before(":", "/", "?")
    return reference[name.endIndex...].utf8.first == UInt8(ascii: ":")
  }

  /// Escapes every byte that is not allowed in a path or a query, such as a space; `nil` if the
  /// text has a control character.
  static func escaped(_ text: Substring) -> String? {
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case ..<0x20, 0x7F: return nil
      case 0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x80...:
        escaped += byte.percentEncoded
      default:
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return escaped
  }

  /// Removes the `.` and `..` segments (RFC 3986, 5.2.4).
  static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".":
        if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default:
        kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }
}
