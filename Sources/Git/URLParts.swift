/// As much of a URL as tells where a repository is.
struct URLParts: Hashable {
  /// In small letters.
  var scheme: String
  /// Without user, password and port.
  var host: String
  /// Decoded, without query and fragment, and but for files without parameters (`;name=value`).
  var path: String

  init?(_ text: String) {
    guard let (scheme, rest) = URLParts.separateScheme(text) else { return nil }
    self.scheme = scheme.lowercased()
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // A password may have an `@` itself.
    let afterUser = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    guard let host = URLParts.withoutPort(afterUser) else { return nil }
    self.host = URLParts.decoded(host)
    // Git takes everything for the path; in no address of a repository are these part of it.
    let path = rest[authority.endIndex...].prefix { $0 != "?" && $0 != "#" }
    let decodedPath = URLParts.decoded(path)
    self.path =
      self.scheme == "file"
      ? decodedPath
      : URLParts.withoutParameters(String(decodedPath.unicodeScalars.prefix { $0 != "?" }))
  }

  /// The path without what follows a `;` in any of its parts, which may be a token.
  static func withoutParameters(_ path: String) -> String {
    guard path.unicodeScalars.contains(";") else { return path }
    return path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0.prefix { $0 != ";" }) }.joined(separator: "/")
  }

  private static func separateScheme(_ text: String) -> (Substring, Substring)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    let isName = scheme.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    let rest = text[colon...].dropFirst()
    guard !scheme.isEmpty, isName, rest.hasPrefix("//") else { return nil }
    return (scheme, rest.dropFirst(2))
  }

  /// `nil` where the port is none.
  private static func withoutPort(_ authority: Substring) -> Substring? {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return authority[..<end].dropFirst()
    }
    guard let colon = authority.firstIndex(of: ":") else { return authority }
    let port = authority[colon...].dropFirst()
    return port.allSatisfy { $0.isASCII && $0.isNumber } ? authority[..<colon] : nil
  }

  /// `%ED%9A%8C` as the letters that it stands for; left as it is where it stands for none, or for
  /// something that would change how the path is cut.
  static func decoded(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let high = hexadecimal(bytes[place + 1]), let low = hexadecimal(bytes[place + 2]),
        high << 4 | low != UInt8(ascii: "/")
      {
        decoded.append(high << 4 | low)
        place += 3
      } else {
        decoded.append(bytes[place])
        place += 1
      }
    }
    return String(validating: decoded, as: UTF8.self) ?? String(text)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
