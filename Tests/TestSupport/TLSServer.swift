import Platform

/// A certificate authority that is trusted only by clients that are told to.
public final class CertificateMaker: Sendable {
  private let folder: TemporaryFolder

  public init() throws {
    folder = try TemporaryFolder()
    try openssl(
      ["req", "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=test"]
        + Self.newKey)
  }

  private static let newKey = [
    "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
  ]

  /// The certificate of the authority.
  public var path: String { folder.file("ca.pem") }

  /// Makes `server.key` and `server.pem` for names like `DNS:localhost`.
  public func certify(_ names: String) throws -> (key: String, certificate: String) {
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
    guard result.status.isSuccess else { throw TLSError(detail: "\(words): \(result.errorText)") }
  }
}

/// A TLS server in another program, on 127.0.0.1.
public final class TLSServer {
  public let port: Int
  private var child: ChildStream

  /// A server that responds to every connection with a page.
  public static func greeting(
    _ maker: CertificateMaker, for names: String = "DNS:localhost", _ options: [String] = []
  ) throws -> TLSServer {
    let (key, certificate) = try maker.certify(names)
    return try TLSServer(
      ["openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-key", key, "-cert", certificate]
        + options)
  }

  /// A server that forwards everything to a plain server on this machine, and returns the
  /// responses.
  public static func relay(
    _ maker: CertificateMaker, for names: String = "DNS:localhost", toPort port: Int
  ) throws -> TLSServer {
    let (key, certificate) = try maker.certify(names)
    return try TLSServer(["python3", "-c", relayScript, certificate, key, "\(port)"])
  }

  private static let relayScript = """
    import select, socket, ssl, sys, threading
    certificate, key, port = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))
    print("ACCEPT 127.0.0.1:%d" % listener.getsockname()[1], flush=True)

    def serve(connection):
        try:
            outer = context.wrap_socket(connection, server_side=True)
            inner = socket.create_connection(("127.0.0.1", int(port)))
            while True:
                ready = [outer] if outer.pending() else select.select([outer, inner], [], [])[0]
                for one in ready:
                    data = one.recv(65536)
                    if not data: return
                    (inner if one is outer else outer).sendall(data)
        except OSError:
            pass

    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()
    """

  /// Runs a server that prints `ACCEPT 127.0.0.1:PORT` when it is listening.
  public init(_ words: [String]) throws {
    var child = try Child.stream(words, environment: .current)
    var said: [UInt8] = []
    var port: Int?
    while port == nil, let bytes = try child.next() {
      said += bytes
      port = TLSServer.port(in: String(decoding: said, as: UTF8.self))
    }
    guard let port else {
      throw TLSError(detail: String(decoding: child.errorOutput, as: UTF8.self))
    }
    self.port = port
    self.child = child
  }

  private static func port(in text: String) -> Int? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let line = lines.first { $0.hasPrefix("ACCEPT 127.0.0.1:") }
    return line?.split(separator: ":").last.flatMap { Int($0) }
  }

  public var url: String { "https://localhost:\(port)/" }

  /// The rest of the server's output.
  public func said() -> String {
    var said: [UInt8] = []
    while let bytes = try? child.next() { said += bytes }
    return String(decoding: said, as: UTF8.self)
  }
}

/// Why a server could not be started or a certificate not be made.
public struct TLSError: Error, CustomStringConvertible {
  var detail: String

  public var description: String { "\(detail)\nIs everything there? apt-get install openssl" }
}
