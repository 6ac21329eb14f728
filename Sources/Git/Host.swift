/// Host names of git servers.
enum Host {
  /// Alternative names of a host: with `www`, and for SSH over the HTTPS port.
  private static let aliases = [
    "www.github.com": "github.com",
    "ssh.github.com": "github.com",
    "www.gitlab.com": "gitlab.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
  ]

  /// The normalized name of a host, or `nil` if it is not valid.
  static func canonical(_ text: String) -> String? {
    var host = text.lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    let isValid = host.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || "0123456789.-_:".unicodeScalars.contains(scalar)
    }
    guard !host.isEmpty, !host.hasPrefix("."), !host.hasPrefix("-"), isValid else { return nil }
    return aliases[host] ?? host
  }
}

extension Unicode.Scalar {
  var isControl: Bool { properties.generalCategory == .control }
}
