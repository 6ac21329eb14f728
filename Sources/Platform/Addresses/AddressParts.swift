import Diary

/// An address of the form `scheme://user@host:port/path?query#fragment`, split into its parts (RFC
/// 3986, 3). Every module that parses addresses uses this type, so that a check and the request
/// after it agree on the server.
///
/// The text is split byte by byte: a slash with a combining mark is another `Character`, but other
/// programs still read it as a slash.
public struct AddressParts: Hashable, Sendable {
  /// In lower case.
  public let scheme: String
  /// Everything before the last `@` of the authority, because a password may contain an `@`.
  public let user: Substring?
  /// As written, without the brackets of an IPv6 address. Empty in `file:///srv`.
  public let host: Substring
  /// Whether the host is written in brackets, as IPv6 addresses are.
  public let isBracketed: Bool
  /// 1 to 65535.
  public let port: Int?
  /// As written, with its first slash. Empty in `https://example.com`.
  public let path: Substring
  /// The part after the `?`.
  public let query: Substring?
  /// The part after the `#`.
  public let fragment: Substring?

  /// `nil` if the text has no scheme or no `//`, an open bracket, or a port that is not a number.
  public init?(_ text: String) {
    let scheme = Substring(text).before(":")
    let rest = text[scheme.endIndex...]
    guard rest.utf8.starts(with: "://".utf8) else { return nil }
    self.init(scheme: scheme, afterSlashes: Substring(rest.utf8.dropFirst(3)))
  }

  /// - Parameter text: The part after the `//`.
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

  /// Reads `:443`. Returns `.some(nil)` if there is no port or no digit after the colon, and `nil`
  /// if the port is invalid.
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
  /// The part before the first of the given ASCII characters, found byte by byte.
  func before(_ ends: Unicode.Scalar...) -> Substring {
    let end = utf8.firstIndex { byte in ends.contains(Unicode.Scalar(byte)) }
    return self[..<(end ?? endIndex)]
  }

  /// The part after the first byte; `nil` if the text is empty.
  fileprivate var afterMark: Substring? { isEmpty ? nil : Substring(utf8.dropFirst()) }
}
