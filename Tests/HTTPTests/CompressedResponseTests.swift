import HTTP
import Platform
import StandIn
import Testing

@Suite struct CompressedResponseTests {
  private func packed(_ bytes: [UInt8]) throws -> Answer {
    let result = try Child.run(["gzip", "-c"], environment: .current, input: bytes)
    return Answer(headers: [("Content-Encoding", "gzip")], body: result.output)
  }

  @Test func `decompresses a response`() async throws {
    let text = Array(String(repeating: "커밋 ", count: 10_000).utf8)
    let answer = try packed(text)
    let server = try LoopbackServer { _ in answer }
    let traces = Recorder<HTTPTrace>()
    let response = try await CurlTransport(recording: traces).send(HTTPRequest(.get, server.url))
    #expect(response.body == text)
    #expect(server.requests.first?.headers["Accept-Encoding"]?.contains("gzip") == true)
    #expect(traces.values.map(\.bytes)[0] < 5000)
  }

  @Test func `the limit applies to decompressed bytes`() async throws {
    let answer = try packed([UInt8](repeating: 0, count: 20 << 20))
    #expect(answer.body.count < 1 << 20)
    let server = try LoopbackServer { _ in answer }
    let error = await CurlTransport().failure(of: HTTPRequest(.get, server.url, bodyLimit: 1 << 20))
    #expect(error == .tooLarge(host: "127.0.0.1", limit: 1 << 20))
  }

  @Test func `a broken compressed response is an error`() async throws {
    var answer = try packed(Array("some text".utf8))
    answer.body = answer.body.prefix(10) + Array(repeating: 0xFF, count: 40)
    let broken = answer
    let server = try LoopbackServer { _ in broken }
    let error = await CurlTransport().failure(of: HTTPRequest(.get, server.url))
    guard case .malformed = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }
}
