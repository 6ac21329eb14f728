import Platform
import TestSupport
import Testing

/// A maker of certificates that nobody trusts who is not told to.
final class CertificateMaker: Sendable {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try openssl(
      ["req", "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=test"]
        + Self.newKey)
  }

  private static let newKey = [
    "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
  ]

  /// The certificate that the others are to be judged by.
  var path: String { folder.file("ca.pem") }

  /// Makes `server.key` and `server.pem` for names like `DNS:localhost`.
  func certify(_ names: String) throws -> (key: String, certificate: String) {
    try folder.write("subjectAltName=\(names)", to: "names")
    try openssl(
      ["req", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=server"] + Self.newKey)
    try openssl([
      "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
      "-days", "2", "-extfile", "names", "-out", "server.pem",
    ])
    return (folder.file("server.key"), folder.file("server.pem"))
  }

  private func openssl(_ words: [String]) throws {
    let result = try Child.run(
      ["openssl"] + words, in: folder.path, environment: .current, deadline: .seconds(60))
    try #require(result.status.isSuccess, "\(words): \(result.errorText)")
  }
}

/// A server of another make that speaks TLS, on 127.0.0.1.
final class TLSServer {
  let port: Int
  private var child: ChildStream

  /// It greets everybody with a page.
  static func greeting(
    _ maker: CertificateMaker, for names: String = "DNS:localhost", _ options: [String] = []
  ) throws -> TLSServer {
    let (key, certificate) = try maker.certify(names)
    return try TLSServer(
      ["openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-key", key, "-cert", certificate]
        + options)
  }

  /// Runs a server that says `ACCEPT 127.0.0.1:PORT` when it is there.
  init(_ words: [String]) throws {
    var child = try Child.stream(words, environment: .current)
    var said: [UInt8] = []
    var port: Int?
    while port == nil, let bytes = child.next() {
      said += bytes
      port = TLSServer.port(in: String(decoding: said, as: UTF8.self))
    }
    self.port = try #require(port, "\(String(decoding: child.errorOutput, as: UTF8.self))")
    self.child = child
  }

  private static func port(in text: String) -> Int? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let line = lines.first { $0.hasPrefix("ACCEPT 127.0.0.1:") }
    return line?.split(separator: ":").last.flatMap { Int($0) }
  }

  var url: String { "https://localhost:\(port)/" }

  /// The rest of what it says until it ends.
  func said() -> String {
    var said: [UInt8] = []
    while let bytes = child.next() { said += bytes }
    return String(decoding: said, as: UTF8.self)
  }
}
