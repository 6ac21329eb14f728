import Platform

/// What the environment says about the way to servers, read as the curl program reads it; the
/// library reads none of it itself once it is told.
struct Route: Sendable, Hashable {
  /// For addresses that begin with `https`.
  var proxy: String?
  /// For those of this machine that are not encrypted.
  var plainProxy: String?
  /// Hosts that are reached without a proxy.
  var exceptions: String
  var certificateFile: String?
  var certificateFolder: String?

  init(_ environment: Environment) {
    let other = environment.nonEmpty("all_proxy") ?? environment.nonEmpty("ALL_PROXY")
    proxy = environment.nonEmpty("https_proxy") ?? environment.nonEmpty("HTTPS_PROXY") ?? other
    // Not `HTTP_PROXY`: a web server would set that for a header `Proxy` of any visitor.
    let plain = environment.nonEmpty("http_proxy") ?? other
    // What may go unencrypted because it stays on this machine must stay there.
    plainProxy = plain.flatMap { Route.isOnThisMachine($0) ? $0 : nil }
    exceptions = environment.nonEmpty("no_proxy") ?? environment.nonEmpty("NO_PROXY") ?? ""
    if let bundle = environment.nonEmpty("CURL_CA_BUNDLE") {
      certificateFile = bundle
    } else {
      certificateFile = environment.nonEmpty("SSL_CERT_FILE")
      certificateFolder = environment.nonEmpty("SSL_CERT_DIR")
    }
  }

  func proxy(to address: WebAddress) -> String? {
    address.scheme == .https ? proxy : plainProxy
  }

  private static func isOnThisMachine(_ proxy: String) -> Bool {
    var authority = Substring(proxy)
    let scheme = authority.before(":", "/", "@")
    if authority[scheme.endIndex...].utf8.starts(with: "://".utf8) {
      authority = Substring(authority[scheme.endIndex...].utf8.dropFirst(3))
    }
    authority = authority.before("/", "?", "#")
    if let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
      authority = Substring(authority[at...].utf8.dropFirst())
    }
    return WebAddress(.http, afterSlashes: authority).map { WebAddress.isLoopback($0.host) }
      ?? false
  }
}
