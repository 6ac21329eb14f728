import HTTP
import Platform
import StandIn
import TestSupport
import Testing

@Suite struct MisbehaviourTests {
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

  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var answer: Answer

    init(_ name: String, _ answer: Answer) {
      testDescription = name
      self.answer = answer
    }
  }

  @Test(arguments: [
    Example("nothing at all", .dropped),
    Example("a reset", Answer(behaviour: .resetBeforeHead)),
    Example("half a head", .raw(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8))),
    Example("half a body", Answer(body: [1, 2, 3, 4], behaviour: .dropAfter(bytes: 2))),
    Example("less than said", Answer(body: [1, 2], behaviour: .wrongLength(claimed: 3))),
    Example("chunks of no length", Answer(body: [1, 2], behaviour: .badChunks)),
    Example("chunks without end", Answer(body: [1, 2], behaviour: .dropAfterChunk)),
  ])
  func `an answer cut short is an error, not a short answer`(_ example: Example) async throws {
    let server = try LoopbackServer { _ in example.answer }
    #expect(await answer(from: server) == .failure(.droppedMidway(host: host)))
  }

  @Test func `more than was said is not taken for the answer`() async throws {
    let server = try LoopbackServer { _ in
      Answer(body: Array("12345".utf8), behaviour: .wrongLength(claimed: 2))
    }
    #expect(try await answer(from: server).get().body == Array("12".utf8))
  }

  @Test(arguments: [
    "", "hello", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n", "SSH-2.0-OpenSSH\r\n",
    "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "\r\n\r\n", "\0\0\0",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
  ])
  func `what is no answer is an error`(_ text: String) async throws {
    let server = try LoopbackServer { _ in .raw(Array(text.utf8)) }
    switch await answer(from: server) {
    case .failure(.malformed), .failure(.droppedMidway): break
    case let other: Issue.record("\(other)")
    }
  }

  @Test func `ten gigabytes end at the limit`() async throws {
    let server = try LoopbackServer { _ in
      Answer(
        headers: [("Content-Length", "10000000000")],
        behaviour: .endless(chunk: [UInt8](repeating: 0, count: 65_536)))
    }
    let answer = await answer(to: { HTTPRequest(.get, $0, bodyLimit: 1 << 20) }, from: server)
    #expect(answer == .failure(.tooLarge(host: host, limit: 1 << 20)))
    #expect(await server.waitUntil(closedByClient: 1))
  }

  @Test func `the limit is the last size that is taken`() async throws {
    let server = try LoopbackServer { _ in Answer(body: [UInt8](repeating: 1, count: 1000)) }
    let request = { (limit: Int) in { HTTPRequest(.get, $0, bodyLimit: limit) } }
    #expect(try await answer(to: request(1000), from: server).get().body.count == 1000)
    #expect(
      await answer(to: request(999), from: server) == .failure(.tooLarge(host: host, limit: 999)))
  }

  @Test func `an endless answer in pieces ends at the limit too`() async throws {
    let server = try LoopbackServer { _ in
      Answer(behaviour: .endless(chunk: [UInt8](repeating: 0, count: 10_000)))
    }
    let counts = Recorder<Int>()
    let transport = CurlTransport()
    let error = await error { () throws(HTTPError) in
      try await transport.send(HTTPRequest(.get, server.url, bodyLimit: 1 << 20)) {
        counts.add($0.count)
      }
    }
    #expect(error == .tooLarge(host: host, limit: 1 << 20))
    #expect(counts.values.reduce(0, +) <= 1 << 20)
  }

  @Test func `a redirect is no way around the limit`() async throws {
    let server = try LoopbackServer { _ in
      Answer(
        status: 302, headers: [("Location", "/")],
        behaviour: .endless(chunk: [UInt8](repeating: 0, count: 65_536)))
    }
    let answer = await answer(to: { HTTPRequest(.get, $0, bodyLimit: 1000) }, from: server)
    #expect(answer == .failure(.tooLarge(host: host, limit: 1000)))
  }

  @Test func `a head without end is an error`() async throws {
    let fields = (0..<100).map { ("X-\($0)", String(repeating: "a", count: 1000)) }
    let server = try LoopbackServer { _ in Answer(headers: fields) }
    guard case .failure(.malformed(host: "127.0.0.1", _)) = await answer(from: server) else {
      Issue.record("taken")
      return
    }
  }

  @Test func `bytes that come one by one make an answer`() async throws {
    let text = Array("slowly but surely".utf8)
    for behaviour in [
      Answer.Behaviour.byteByByte(interval: .milliseconds(1)),
      .headByteByByte(interval: .milliseconds(1)),
    ] {
      let server = try LoopbackServer { _ in Answer(body: text, behaviour: behaviour) }
      #expect(try await answer(from: server).get().body == text)
    }
  }

  @Test func `a server that is gone is unreachable`() async throws {
    let server = try LoopbackServer { _ in .text("") }
    server.stop()
    guard case .failure(.unreachable(host: "127.0.0.1", _)) = await answer(from: server) else {
      Issue.record("reached")
      return
    }
  }

  @Test func `any bytes are an answer or an error, and end`() async throws {
    let server = try LoopbackServer { request in
      var random = Seeded(UInt64(request.query("seed") ?? "") ?? 0)
      return .raw(Noise.answer(using: &random))
    }
    let transport = CurlTransport()
    await withTaskGroup { group in
      for seed in 0..<400 {
        group.addTask {
          let request = HTTPRequest(
            .get, "\(server.url)/?seed=\(seed)", bodyLimit: 10_000, wholeDeadline: .seconds(120))
          switch await error(of: { () throws(HTTPError) in try await transport.send(request) }) {
          case .timedOut, .cancelled, .libraryMissing: Issue.record("seed \(seed)")
          default: break
          }
        }
      }
    }
  }
}

/// Answers made of what answers are made of, in no good order.
private enum Noise {
  private static let pieces = [
    "HTTP/1.1 200 OK\r\n", "HTTP/1.0 500\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 302 Found\r\n", "Location: /\r\n", "Location: \u{1}\r\n", "Content-Length: 5\r\n",
    "Content-Length: x\r\n", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip\r\n",
    "Content-Encoding: gzip, br, zstd\r\n", "Content-Encoding: deflate\r\n", "Trailer: a\r\n",
    "Connection: keep-alive\r\n", "Connection: close\r\n", "Upgrade: h2c\r\n", " folded\r\n",
    "\r\n", "\n", "\r", "5\r\nhello\r\n", "0\r\n\r\n", "ffffffffffffffff\r\n", "\u{1f}\u{8b}",
    "a: b\r\n", ":\r\n", "\0", "WWW-Authenticate: Negotiate\r\n", "Set-Cookie: a=b\r\n",
    "Alt-Svc: h2=\":1\"\r\n", "Retry-After: 9999999999999\r\n",
  ]

  static func answer(using random: inout Seeded) -> [UInt8] {
    var bytes: [UInt8] = []
    if Int.random(in: 0..<4, using: &random) > 0 { bytes += Array("HTTP/1.1 200 OK\r\n".utf8) }
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes += (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
    }
    return bytes
  }
}
