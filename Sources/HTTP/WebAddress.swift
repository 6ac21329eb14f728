import Glibc

/// The address of something on a server, in one spelling: what is checked here is what the library
/// is given, letter by letter, so that the two cannot read it differently.
struct WebAddress: Hashable, Sendable {
  enum Scheme: String, Sendable {
    case http
    case https

    var port: Int { self == .http ? 80 : 443 }
  }

  var scheme: Scheme
  /// In small letters; an IPv6 address without its brackets.
  var host: String
  var port: Int
  /// Begins with a slash and goes no step back.
  var path: String
  var query: String?
}

extension WebAddress {
  /// `nil` for anything but `http` and `https`, and where there is a user or a password.
  init?(_ text: String) {
    let name = Substring(text).before(":")
    let rest = text[name.endIndex...]
    guard let scheme = Scheme(rawValue: name.lowercased()), rest.utf8.starts(with: "://".utf8)
    else { return nil }
    self.init(scheme, afterSlashes: Substring(rest.utf8.dropFirst(3)))
  }

  init?(_ scheme: Scheme, afterSlashes text: Substring) {
    let authority = text.before("/", "?", "#")
    guard let (host, port) = WebAddress.hostAndPort(authority),
      let (path, query) = WebAddress.pathAndQuery(text[authority.endIndex...])
    else { return nil }
    self.scheme = scheme
    self.host = host
    self.port = port ?? scheme.port
    self.path = WebAddress.withoutDots(path.isEmpty ? "/" : path)
    self.query = query
  }

  private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
    let name: Substring
    let host: String?
    if authority.utf8.first == UInt8(ascii: "[") {
      let inside = Substring(authority.utf8.dropFirst()).before("]")
      guard inside.endIndex < authority.endIndex else { return nil }
      name = authority[...inside.endIndex]
      host = canonicalIPv6(inside)
    } else {
      name = authority.before(":")
      host = self.name(name)
    }
    guard let host else { return nil }
    let port = authority[name.endIndex...].utf8
    if port.count <= 1 {
      return port.first.map { $0 == UInt8(ascii: ":") } ?? true ? (host, nil) : nil
    }
    guard port.first == UInt8(ascii: ":"),
      port.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt16(Substring(port.dropFirst())), number > 0
    else { return nil }
    return (host, Int(number))
  }

  private static func name(_ text: Substring) -> String? {
    let isSound = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
      default: false
      }
    }
    guard let first = text.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-"),
      isSound
    else { return nil }
    return text.lowercased()
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
  /// The one spelling.
  var text: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    let number = port == scheme.port ? "" : ":\(port)"
    return "\(scheme.rawValue)://\(name)\(number)\(path)\(query.map { "?" + $0 } ?? "")"
  }

  func hasSameOrigin(as other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// Whether it leads nowhere but to this machine, or is encrypted.
  var isPrivate: Bool { scheme == .https || WebAddress.isLoopback(host) }

  /// `localhost`, `127.0.0.0/8` with four plain numbers, `::1`.
  static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      // A leading zero would make it an octal number to some.
      UInt8(part).map { String($0) == part } ?? false
    }
    return parts.count == 4 && parts[0] == "127" && areNumbers
  }
}

extension Substring {
  /// What stands before the first of some ASCII letters, byte by byte: a mark that belongs to a
  /// slash would make it another `Character`, but the library still reads a slash.
  func before(_ ends: Unicode.Scalar...) -> Substring {
    let end = utf8.firstIndex { byte in ends.contains(Unicode.Scalar(byte)) }
    return self[..<(end ?? endIndex)]
  }
}
