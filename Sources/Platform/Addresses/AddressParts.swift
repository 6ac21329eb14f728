import Diary

/// An address of the form `scheme://user@host:port/path?query#fragment`, cut into its parts
/// (RFC 3986, 3). Every module that reads addresses starts from this, so that a check and a request
/// cannot disagree about the server.
///
/// The text is cut byte by byte: a combining mark after a slash makes it another `Character`, but
/// other programs still read a slash.
public struct AddressParts: Hashable, Sendable {
  /// In lower case.
  public let scheme: String
  /// Everything before the last `@` of the authority: a password may contain an `@`.
  public let user: Substring?
  /// As written; an IPv6 address without its brackets. Empty in `file:///srv`.
  public let host: Substring
  /// Whether the host is written in brackets, as IPv6 addresses are.
  public let isBracketed: Bool
  /// 1 to 65535.
  public let port: Int?
  /// As written, with its first slash. Empty in `https://example.com`.
  public let path: Substring
  /// What follows the `?`.
  public let query: Substring?
  /// What follows the `#`.
  public let fragment: Substring?

  /// `nil` for a text without a scheme and `//`, with an open bracket, or with a port that is no
  /// number.
  public init?(_ text: String) {
    let scheme = Substring(text).before(":")
    let rest = text[scheme.endIndex...]
    guard rest.utf8.starts(with: "://".utf8) else { return nil }
    self.init(scheme: scheme, afterSlashes: Substring(rest.utf8.dropFirst(3)))
  }

  /// - Parameter text: What follows the `//`.
  init?(scheme: some StringProtocol, afterSlashes text: Substring) {
    guard !scheme.isEmpty, scheme.utf8.allSatisfy(AddressParts.isOfScheme) else { return nil }
    let authority = text.before("/", "?", "#")
    let server: Substring
    if let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
      user = authority[..<at]
      server = Substring(authority.utf8[at...].dropFirst())
    } else {
      user = nil
      server = authority
    }
    let written: Substring
    if server.utf8.first == UInt8(ascii: "[") {
      host = Substring(server.utf8.dropFirst()).before("]")
      guard host.endIndex < server.endIndex else { return nil }
      written = server[...host.endIndex]
      isBracketed = true
    } else {
      host = server.before(":")
      written = host
      isBracketed = false
    }
    guard let port = AddressParts.port(server[written.endIndex...].utf8) else { return nil }
    self.port = port
    self.scheme = scheme.lowercased()
    let rest = text[authority.endIndex...]
    path = rest.before("?", "#")
    let beforeFragment = rest.before("#")
    query = Substring(beforeFragment.utf8[path.endIndex...]).afterMark
    fragment = rest[beforeFragment.endIndex...].afterMark
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Reads `:443`: `.some(nil)` where there is no port, or nothing behind the colon; `nil` for what
  /// is no port.
  private static func port(_ text: Substring.UTF8View) -> Int?? {
    guard let colon = text.first else { return .some(nil) }
    let digits = text.dropFirst()
    guard colon == UInt8(ascii: ":"), digits.allSatisfy(\.isASCIIDigit) else { return nil }
    if digits.isEmpty { return .some(nil) }
    guard let number = UInt16(Substring(digits)), number > 0 else { return nil }
    return .some(Int(number))
  }
}

extension Substring {
  /// The part before the first of some ASCII characters, found byte by byte.
  func before(_ ends: Unicode.Scalar...) -> Substring {
    let end = utf8.firstIndex { byte in ends.contains(Unicode.Scalar(byte)) }
    return self[..<(end ?? endIndex)]
  }

  /// The part behind the first byte; `nil` of an empty text.
  fileprivate var afterMark: Substring? { isEmpty ? nil : Substring(utf8.dropFirst()) }
}
