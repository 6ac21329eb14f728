import HTTP
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
      let error = await error { () throws(HTTPError) in
        try await transport.send(HTTPRequest(.get, url, silenceDeadline: deadline))
      }
      #expect(error == .timedOut(host: "localhost", after: deadline))
      #expect(try await transport.send(HTTPRequest(.get, url)).status == 200)
    }
    #expect(server.said() == "CONNECTION\nEND\n")
  }
}
