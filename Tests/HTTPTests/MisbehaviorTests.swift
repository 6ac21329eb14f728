import HTTP
import Platform
import StandIn
import Testing

@Suite struct MisbehaviorTests {
  private let host = "127.0.0.1"

  private func answer(
    to request: (String) -> HTTPRequest = { HTTPRequest(.get, $0) }, from server: LoopbackServer
  ) async -> Result<HTTPResponse, HTTPError> {
    let request = request(server.url)
    do {
      return .success(try await CurlTransport().send(request))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    ("nothing at all", Answer.dropped),
    ("a reset", Answer(behavior: .resetBeforeHead)),
    ("half a head", .raw(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8))),
    ("half a body", Answer(body: [1, 2, 3, 4], behavior: .dropAfter(bytes: 2))),
    ("less than said", Answer(body: [1, 2], behavior: .wrongLength(claimed: 3))),
    ("chunks of no length", Answer(body: [1, 2], behavior: .badChunks)),
    ("chunks without end", Answer(body: [1, 2], behavior: .dropAfterChunk)),
  ])
  func `a truncated response is an error`(name: String, sent: Answer) async throws {
    let server = try LoopbackServer { _ in sent }
    #expect(await answer(from: server) == .failure(.droppedMidway(host: host)))
  }

  @Test func `ignores bytes after Content-Length`() async throws {
    let server = try LoopbackServer { _ in
      Answer(body: Array("12345".utf8), behavior: .wrongLength(claimed: 2))
    }
    #expect(try await answer(from: server).get().body == Array("12".utf8))
  }

  @Test(arguments: [
    "", "hello", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n", "SSH-2.0-OpenSSH\r\n",
    "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "\r\n\r\n", "\0\0\0",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
  ])
  func `an invalid response is an error`(_ text: String) async throws {
    let server = try LoopbackServer { _ in .raw(Array(text.utf8)) }
    switch await answer(from: server) {
    case .failure(.malformed), .failure(.droppedMidway): break
    case let other: Issue.record("\(other)")
    }
  }

  @Test func `a huge response ends at the limit`() async throws {
    let server = try LoopbackServer { _ in
      Answer(
        headers: [("Content-Length", "10000000000")],
        behavior: .endless(chunk: [UInt8](repeating: 0, count: 65_536)))
    }
    let answer = await answer(to: { HTTPRequest(.get, $0, bodyLimit: 1 << 20) }, from: server)
    #expect(answer == .failure(.tooLarge(host: host, limit: 1 << 20)))
    #expect(await server.waitUntil(closedByClient: 1))
  }

  @Test func `accepts a body of exactly the limit`() async throws {
    let server = try LoopbackServer { _ in Answer(body: [UInt8](repeating: 1, count: 1000)) }
    let request = { (limit: Int) in { HTTPRequest(.get, $0, bodyLimit: limit) } }
    #expect(try await answer(to: request(1000), from: server).get().body.count == 1000)
    #expect(
      await answer(to: request(999), from: server) == .failure(.tooLarge(host: host, limit: 999)))
  }

  @Test func `an endless chunked response ends at the limit`() async throws {
    let server = try LoopbackServer { _ in
      Answer(behavior: .endless(chunk: [UInt8](repeating: 0, count: 10_000)))
    }
    let answer = await answer(to: { HTTPRequest(.get, $0, bodyLimit: 1 << 20) }, from: server)
    #expect(answer == .failure(.tooLarge(host: host, limit: 1 << 20)))
  }

  @Test func `the limit also applies after a redirect`() async throws {
    let server = try LoopbackServer { _ in
      Answer(
        status: 302, headers: [("Location", "/")],
        behavior: .endless(chunk: [UInt8](repeating: 0, count: 65_536)))
    }
    let answer = await answer(to: { HTTPRequest(.get, $0, bodyLimit: 1000) }, from: server)
    #expect(answer == .failure(.tooLarge(host: host, limit: 1000)))
  }

  @Test func `an endless head is an error`() async throws {
    let fields = (0..<100).map { ("X-\($0)", String(repeating: "a", count: 1000)) }
    let server = try LoopbackServer { _ in Answer(headers: fields) }
    guard case .failure(.malformed(host: "127.0.0.1", _)) = await answer(from: server) else {
      return #expect(Bool(false), "taken")
    }
  }

  @Test func `accepts a response sent byte by byte`() async throws {
    let text = Array("slowly but surely".utf8)
    for behavior in [
      Answer.Behavior.byteByByte(interval: .milliseconds(1)),
      .headByteByByte(interval: .milliseconds(1)),
    ] {
      let server = try LoopbackServer { _ in Answer(body: text, behavior: behavior) }
      #expect(try await answer(from: server).get().body == text)
    }
  }

  @Test func `a closed port is unreachable`() async throws {
    let server = try LoopbackServer { _ in .text("") }
    server.stop()
    guard case .failure(.unreachable(host: "127.0.0.1", let detail)) = await answer(from: server)
    else { return #expect(Bool(false), "reached") }
    // The host is named in front of it.
    #expect(!detail.isEmpty && !detail.contains("127.0.0.1"), "\(detail)")
  }
}
