import Platform

/// Proxy and certificate settings from the environment, read as the curl program reads them.
/// libcurl does not read these variables itself, because the transport sets all of its options.
struct ConnectionSettings: Sendable, Hashable {
  /// The proxy for `https` addresses.
  var proxy: String?
  /// Hosts that are reached without the proxy.
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

  /// `nil` for a server on this machine: a request to it may be unencrypted and carry a token,
  /// which no proxy may see. There are no other unencrypted requests, so `http_proxy` is not read.
  func proxy(to address: WebAddress) -> String? {
    address.isLoopback ? nil : proxy
  }
}
