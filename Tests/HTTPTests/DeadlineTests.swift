import HTTP
import StandIn
import Testing

@Suite struct DeadlineTests {
  private let host = "127.0.0.1"

  private func failure(_ request: HTTPRequest) async -> HTTPError? {
    await CurlTransport().failure(of: request)
  }

  private static let slowHead = Answer(
    body: [1], behavior: .headByteByByte(interval: .milliseconds(20)))

  @Test(arguments: [
    Answer.never, Answer(body: [1], behavior: .silentAfterHead),
    slowHead.with("X-Long", String(repeating: "a", count: 10_000)),
    (0..<500).reduce(slowHead) { $0.with("X-\($1)", "a") },
  ])
  func `a silent server and a slow head time out`(_ answer: Answer) async throws {
    let server = try LoopbackServer { _ in answer }
    let deadline = Duration.milliseconds(300)
    let error = await failure(HTTPRequest(.get, server.url, silenceDeadline: deadline))
    #expect(error == .timedOut(host: host, after: deadline))
    #expect(await server.waitUntil(closedByClient: 1))
  }

  @Test func `a slow body is not silent`() async throws {
    let server = try LoopbackServer { _ in
      Answer(
        body: [UInt8](repeating: 1, count: 400),
        behavior: .byteByByte(interval: .milliseconds(10)))
    }
    // The whole response takes longer than the deadline, but each byte much less.
    let request = HTTPRequest(.get, server.url, silenceDeadline: .seconds(3))
    #expect(try await CurlTransport().send(request).body.count == 400)
  }

  @Test func `the whole request has a deadline`() async throws {
    let server = try LoopbackServer { _ in
      Answer(
        body: [UInt8](repeating: 1, count: 100_000),
        behavior: .byteByByte(interval: .milliseconds(5)))
    }
    let deadline = Duration.milliseconds(300)
    let error = await failure(HTTPRequest(.get, server.url, wholeDeadline: deadline))
    #expect(error == .timedOut(host: host, after: deadline))
    #expect(await server.waitUntil(closedByClient: 1))
  }

  @Test func `redirects count toward the deadline`() async throws {
    let server = try LoopbackServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return .redirect(to: "/\(number + 1)").delayed(by: .milliseconds(250))
    }
    let deadline = Duration.milliseconds(600)
    let error = await failure(HTTPRequest(.get, server.url + "/0", wholeDeadline: deadline))
    #expect(error == .timedOut(host: host, after: deadline))
  }

  @Test func `a zero deadline has passed`() async throws {
    let server = try LoopbackServer { _ in .text("") }
    let error = await failure(HTTPRequest(.get, server.url, wholeDeadline: .zero))
    #expect(error == .timedOut(host: host, after: .zero))
  }

  @Test func `connecting has its own deadline`() async throws {
    // This server accepts connections but does not start a TLS handshake.
    let server = try LoopbackServer { _ in .never }
    let url = "https://127.0.0.1:\(server.port)/"
    let deadline = Duration.milliseconds(200)
    let error = await failure(
      HTTPRequest(.get, url, connectDeadline: deadline, silenceDeadline: .milliseconds(10)))
    #expect(error == .timedOut(host: host, after: deadline))
  }

  @Test func `deadlines start when a request leaves the queue`() async throws {
    let server = try LoopbackServer { _ in .text("").delayed(by: .milliseconds(100)) }
    let transport = CurlTransport()
    let request = HTTPRequest(
      .get, server.url, connectDeadline: .seconds(60), silenceDeadline: .seconds(60))
    await withTaskGroup { group in
      for _ in 0..<150 {
        group.addTask {
          #expect(
            await transport.failure(of: request) == nil)
        }
      }
    }
    #expect(server.requests.count == 150)
  }
}
