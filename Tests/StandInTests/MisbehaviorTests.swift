import StandIn
import Testing

@Suite struct MisbehaviorTests {
  private static let text = String(repeating: "0123456789", count: 500)

  /// A request, with its client and its server. The server stops when it is no longer referenced.
  private struct Exchange {
    let server: LoopbackServer
    var client: RawClient?

    init(_ behavior: Answer.Behavior) throws {
      server = try LoopbackServer { _ in .text(MisbehaviorTests.text).behaving(behavior) }
      client = try RawClient(server.port)
      client?.request("GET", "/")
    }
  }

  @Test func `can drop a connection before the head`() throws {
    for behavior in [Answer.Behavior.dropBeforeHead, .resetBeforeHead] {
      let exchange = try Exchange(behavior)
      #expect(exchange.client?.rest() == [])
    }
  }

  @Test func `can drop a connection in the body`() throws {
    let exchange = try Exchange(.dropAfter(bytes: 7))
    let reply = try #require(exchange.client?.reply())
    #expect(reply["Content-Length"] == "5000")
    #expect(reply.text == "0123456")
    #expect(reply.isCut)
    #expect(exchange.server.closedByClient == 0)
  }

  @Test func `can send a body byte by byte`() throws {
    let exchange = try Exchange(.byteByByte(interval: .zero))
    let reply = exchange.client?.reply()
    #expect(reply?.text == Self.text)
    let server = try LoopbackServer { _ in
      .text("slow").behaving(.byteByByte(interval: .milliseconds(20)))
    }
    let start = ContinuousClock.now
    #expect(try RawClient(server.port).ask("GET", "/")?.text == "slow")
    #expect(ContinuousClock.now - start >= .milliseconds(60))
  }

  @Test func `can send a head byte by byte`() throws {
    let exchange = try Exchange(.headByteByByte(interval: .zero))
    let reply = exchange.client?.reply()
    #expect(reply?.text == Self.text)
  }

  @Test(arguments: [10, 9999]) func `can send a wrong length`(claimed: Int) throws {
    let exchange = try Exchange(.wrongLength(claimed: claimed))
    let reply = try #require(exchange.client?.reply())
    #expect(reply["Content-Length"] == "\(claimed)")
    #expect(reply.isCut == (claimed > 5000))
    #expect(exchange.client?.rest().count == (claimed > 5000 ? 0 : 4990))
  }

  @Test func `can send an endless response`() async throws {
    let chunk = [UInt8](repeating: 0x78, count: 65_536)
    let server = try LoopbackServer { request in
      request.path == "/counted"
        ? Answer(headers: [("Content-Length", "10737418240")], behavior: .endless(chunk: chunk))
        : Answer(behavior: .endless(chunk: chunk))
    }
    for path in ["/", "/counted"] {
      let client = try RawClient(server.port)
      client.request("GET", path)
      #expect(client.head()?[path == "/" ? "Transfer-Encoding" : "Content-Length"] != nil)
      #expect(client.take(5_000_000)?.count == 5_000_000)
    }
    #expect(await server.waitUntil(closedByClient: 2))
  }

  @Test func `can go silent after the head`() async throws {
    var exchange = try Exchange(.silentAfterHead)
    #expect(exchange.client?.head()?["Content-Length"] == "5000")
    exchange.client = nil
    #expect(await exchange.server.waitUntil(closedByClient: 1))
  }

  @Test func `can send valid and invalid chunks`() throws {
    let exchange = try Exchange(.chunked)
    let reply = try #require(exchange.client?.reply())
    #expect(reply.text == Self.text)
    #expect(reply["Content-Length"] == nil)
    for behavior in [Answer.Behavior.badChunks, .dropAfterChunk] {
      let exchange = try Exchange(behavior)
      #expect(exchange.client?.reply()?.isCut == true)
    }
  }

  @Test func `can send arbitrary bytes`() throws {
    let server = try LoopbackServer { _ in .raw([0, 1, 2, 255]) }
    let client = try RawClient(server.port)
    client.request("GET", "/")
    #expect(client.rest() == [0, 1, 2, 255])
  }

  @Test func `can delay a response unless the client has left`() async throws {
    let server = try LoopbackServer {
      .text("x").delayed(by: $0.path == "/" ? .milliseconds(30) : .seconds(10_000))
    }
    let start = ContinuousClock.now
    var client: RawClient? = try RawClient(server.port)
    #expect(client?.ask("GET", "/")?.text == "x")
    #expect(ContinuousClock.now - start >= .milliseconds(30))
    client?.request("GET", "/late")
    #expect(await server.waitUntil(requests: 2))
    client = nil
    #expect(await server.waitUntil(closedByClient: 1))
  }

  @Test func `a proxy tunnels a connection`() throws {
    let server = try LoopbackServer { .text("behind \($0.path)") }
    let proxy = try LoopbackServer { _ in .tunnel() }
    let client = try RawClient(proxy.port)
    client.send("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n\r\nGET /early HTTP/1.1\r\n\r\n")
    #expect(client.head()?.status == 200)
    #expect(client.reply()?.text == "behind /early")
    #expect(client.ask("GET", "/again")?.text == "behind /again")
    #expect(proxy.requests.map(\.target) == ["127.0.0.1:\(server.port)"])
  }

  @Test func `a proxy can redirect or fail`() throws {
    let server = try LoopbackServer { .text("instead of \($0.headers["Host"] ?? "")") }
    let port = server.port
    let proxy = try LoopbackServer {
      $0.target.hasPrefix("nobody") ? .tunnel(toPort: 1) : .tunnel(toPort: port)
    }
    let client = try RawClient(proxy.port)
    #expect(client.ask("CONNECT", "api.example:443")?.status == 200)
    #expect(client.ask("GET", "/")?.text == "instead of 127.0.0.1:\(proxy.port)")
    #expect(try RawClient(proxy.port).ask("CONNECT", "nobody:443")?.status == 502)
  }

  @Test func `a plain proxy gets the full address`() throws {
    let proxy = try LoopbackServer { .text($0.path) }
    let client = try RawClient(proxy.port)
    #expect(client.ask("GET", "http://api.example/a/b?c=d")?.text == "/a/b")
    #expect(client.ask("GET", "http://api.example")?.text == "/")
    #expect(proxy.requests[0].query("c") == "d")
  }
}
