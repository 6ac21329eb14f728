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

/// Percent-escapes of addresses and forms.
public enum Percent {
  /// Escapes everything but the unreserved characters of RFC 3986.
  public static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += byte.percentEncoded
      }
    }
    return encoded
  }

  /// Escapes one segment of a path, including `.` and `..`, which would otherwise lead to another
  /// folder.
  public static func encodeSegment(_ text: String) -> String {
    text == "." || text == ".." ? String(repeating: "%2E", count: text.utf8.count) : encode(text)
  }

  /// Writes the fields of a query or a form.
  public static func encode(_ fields: [(name: String, value: String)]) -> String {
    fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Reads the fields of a query or a form, in order. A `+` is a space, and a `%` that is not followed
  /// by two digits is kept.
  public static func fields(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    func text(_ bytes: ArraySlice<UInt8>) -> String {
      let withSpaces = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      return String(decoding: withSpaces.percentDecoded(), as: UTF8.self)
    }
    return bytes.split(separator: UInt8(ascii: "&")).map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      return (text(name), text(pair[name.endIndex...].dropFirst()))
    }
  }

  /// Decodes a host or a path: `%ED%9A%8C` becomes 회. An escaped slash is kept, because it does not
  /// separate folders. The text is returned as it is if the decoded bytes are not UTF-8.
  public static func decode(path text: some StringProtocol) -> String {
    String(validating: text.utf8.percentDecoded(except: UInt8(ascii: "/")), as: UTF8.self)
      ?? String(text)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: byte.isASCIILetterOrDigit
    }
  }
}

/// Hides the secrets of a text that was given as an address, so that it can be shown.
public enum AddressRedaction {
  /// Replaces everything before an `@` and everything after a `?`, a `#` or a `;` with `***`: it
  /// may be a password or a token, even if the text is not a valid address. The `git` of
  /// `git@github.com` is not a secret and is kept.
  public static func hidingSecrets(_ text: String) -> String {
    let text = hidingUser(text)
    let address = Substring(text).before("?", "#", ";")
    guard let mark = text[address.endIndex...].unicodeScalars.first,
      text.utf8.distance(from: address.endIndex, to: text.endIndex) > 1
    else { return text }
    return "\(address)\(mark)***"
  }

  private static func hidingUser(_ text: String) -> String {
    guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")), text[..<at] != "git" else {
      return text
    }
    let scheme = Substring(text).before("/", "@")
    let slashes = text[scheme.endIndex...].utf8.starts(with: "//".utf8) ? scheme + "//" : ""
    return slashes + "***" + text[at...]
  }
}
