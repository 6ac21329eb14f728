import HTTP
import Platform
import TestSupport
import Testing

@Suite(.enabled(if: HTTP2Server.isPossible, "no server for HTTP/2 is installed")) struct HTTP2Tests
{
  @Test func `requests to one server share a connection`() async throws {
    let maker = try CertificateMaker()
    let server = try HTTP2Server.start(maker, answeringAt: 20)
    let traces = Recorder<HTTPTrace>()
    do {
      let transport = CurlTransport(["SSL_CERT_FILE": maker.path], recording: traces)
      let url = server.url
      let bodies = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<40 {
          group.addTask {
            let response = try await transport.send(HTTPRequest(.get, "\(url)\(number)"))
            return String(decoding: response.body, as: UTF8.self)
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(bodies.count == 40)
    }
    #expect(traces.values.allSatisfy { $0.version == "2" && $0.status == 200 })
    #expect(traces.values.count { !$0.isConnectionReused } == 1)
    #expect(server.said() == "CONNECTION\nEND\n")
  }

  @Test func `canceling one request keeps the shared connection`() async throws {
    let maker = try CertificateMaker()
    let server = try HTTP2Server.start(maker, answeringAt: 2)
    let url = server.url
    do {
      let transport = CurlTransport(["SSL_CERT_FILE": maker.path])
      let deadline = Duration.milliseconds(500)
      let error = await transport.failure(of: HTTPRequest(.get, url, silenceDeadline: deadline))
      #expect(error == .timedOut(host: "localhost", after: deadline))
      #expect(try await transport.send(HTTPRequest(.get, url)).status == 200)
    }
    #expect(server.said() == "CONNECTION\nEND\n")
  }
}

/// A minimal HTTP/2 server, which shows whether a client shares its connection. It prints
/// `CONNECTION` for each connection, and responds only after `count` requests have arrived on it.
enum HTTP2Server {
  static let isPossible =
    (try? Child.run(
      ["python3", "-c", "import ssl; assert ssl.HAS_ALPN"], environment: .current
    ).status.isSuccess) ?? false

  static func start(_ maker: CertificateMaker, answeringAt count: Int) throws -> TLSServer {
    let (key, certificate) = try maker.certify("DNS:localhost")
    return try TLSServer(["python3", "-u", "-c", script, certificate, key, "\(count)"])
  }

  private static let script = """
    import socket, ssl, struct, sys
    certificate, key, count = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))
    print("ACCEPT 127.0.0.1:%d" % listener.getsockname()[1])

    def serve(stream):
        def read(length):
            data = stream.recv(length)
            while data and len(data) < length:
                more = stream.recv(length - len(data))
                if not more: return b""
                data += more
            return data
        def write(kind, flags, number, payload=b""):
            head = struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, number)
            stream.sendall(head + payload)
        read(24)
        write(4, 0, 0, struct.pack(">HI", 3, 100))
        waiting = []
        while head := read(9):
            length = int.from_bytes(head[:3], "big")
            kind, flags, number = struct.unpack(">BBI", head[3:])
            payload = read(length) if length else b""
            if kind == 4 and not flags & 1: write(4, 1, 0)
            if kind == 6 and not flags & 1: write(6, 1, 0, payload)
            if kind == 1: waiting.append(number)
            if len(waiting) == int(count):
                for number in waiting:
                    write(1, 4, number, bytes([0x88]))
                    write(0, 1, number, b"answer %d" % number)
                waiting = []

    while True:
        connection, _ = listener.accept()
        print("CONNECTION")
        with context.wrap_socket(connection, server_side=True) as stream:
            try: serve(stream)
            except OSError: pass
        print("END")
        if int(count) > 1: break
    """
}
