/// Who is asked at an address: two addresses with the same origin are the same server.
struct Origin: Hashable {
  var scheme: String
  var host: String
  var port: Int

  /// What connections to this machine itself are made to, where nobody listens in.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      // A leading zero would make it an octal number to some.
      UInt8(part).map { String($0) == part } ?? false
    }
    return parts.count == 4 && parts[0] == "127" && areNumbers
  }
}

/// An absolute address of the web, read strictly: what two programs could read in two ways, such
/// as one with a user or a backslash in it, is none.
struct WebAddress: Hashable {
  var origin: Origin
  /// From the first slash to the end; empty where there is none.
  var rest: String

  init?(_ text: String) {
    let text = text[...]
    guard text.utf8.count <= 8000, text.utf8.allSatisfy(WebAddress.isPlain),
      let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://")
    else { return nil }
    let scheme = text[..<colon].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let afterScheme = text[colon...].dropFirst(3)
    let authority = afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let (host, port) = WebAddress.hostAndPort(authority) else { return nil }
    origin = Origin(
      scheme: scheme, host: host.lowercased(), port: port ?? (scheme == "https" ? 443 : 80))
    rest = String(afterScheme[authority.endIndex...])
  }

  /// Printable ASCII without what some programs take for a slash or leave out.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
      && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
  }

  /// `nil` where it is none; a user in front is none too.
  static func hostAndPort(_ authority: Substring) -> (host: Substring, port: Int?)? {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      let isAddress = authority[..<end].dropFirst().allSatisfy { $0.isHexDigit || $0 == ":" }
      guard isAddress, let port = port(authority[end...].dropFirst()) else { return nil }
      return (authority[...end], port)
    }
    let host = authority.prefix { $0 != ":" }
    guard isHostName(host), let port = port(authority[host.endIndex...]) else { return nil }
    return (host, port)
  }

  private static func isHostName(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 253
      && labels.allSatisfy { label in
        !label.isEmpty && label.first != "-"
          && label.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
              || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          }
      }
  }

  /// `.some(nil)` where there is no colon, `nil` where what follows it is no port.
  private static func port(_ text: Substring) -> Int?? {
    guard !text.isEmpty else { return .some(nil) }
    guard text.first == ":", text.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = Int(text.dropFirst()), (1...65535).contains(port)
    else { return nil }
    return .some(port)
  }
}
