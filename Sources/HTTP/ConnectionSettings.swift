import Platform

/// What the environment says about the way to servers, read as the curl program reads it; the
/// library reads none of it itself once it is told.
struct ConnectionSettings: Sendable, Hashable {
  /// For addresses that begin with `https`.
  var proxy: String?
  /// Hosts that are reached without a proxy.
  var exceptions: String
  var certificateFile: String?
  var certificateFolder: String?

  init(_ environment: Environment) {
    proxy =
      environment.nonEmpty("https_proxy") ?? environment.nonEmpty("HTTPS_PROXY")
      ?? environment.nonEmpty("all_proxy") ?? environment.nonEmpty("ALL_PROXY")
    exceptions = environment.nonEmpty("no_proxy") ?? environment.nonEmpty("NO_PROXY") ?? ""
    if let bundle = environment.nonEmpty("CURL_CA_BUNDLE") {
      certificateFile = bundle
    } else {
      certificateFile = environment.nonEmpty("SSL_CERT_FILE")
      certificateFolder = environment.nonEmpty("SSL_CERT_DIR")
    }
  }

  /// `nil` for a server on this machine: a request to it may be unencrypted and carry a token, so
  /// no proxy may see it. Unencrypted requests go nowhere else, which is why `http_proxy` is not
  /// read at all.
  func proxy(to address: WebAddress) -> String? {
    address.isLoopback ? nil : proxy
  }
}
