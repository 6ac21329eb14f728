/// The names of machines that keep repositories.
enum Host {
  /// Other names of the same host: with `www`, and for ssh through the port of https.
  private static let aliases = [
    "www.github.com": "github.com",
    "ssh.github.com": "github.com",
    "www.gitlab.com": "gitlab.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
  ]

  /// The one spelling of a host, or `nil` where it can be none.
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
