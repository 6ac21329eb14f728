import JSON
import StandIn
import Testing

@Suite struct LoopbackServerTests {
  @Test func `receives the whole request`() throws {
    let server = try LoopbackServer { _ in .text("yes") }
    let client = try RawClient(server.port)
    let reply = client.ask(
      "POST", "/a%20b/c?q=%EA%B0%80+b&empty&q=2", ["X-Thing": "one", "Accept": "*/*"],
      body: "name=%F0%9F%A6%8A&x=a+b%2Bc")
    #expect(reply?.text == "yes")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.path == "/a%20b/c")
    #expect(request.query.map(\.name) == ["q", "empty", "q"])
    #expect(request.query.map(\.value) == ["가 b", "", "2"])
    #expect(request.headers["x-THING"] == "one")
    #expect(request.headers["absent"] == nil)
    #expect(request.form() == ["name": "🦊", "x": "a b+c"])
    #expect(request.connection == 1)
  }

  @Test func `receives and sends JSON`() throws {
    let server = try LoopbackServer { .json(["given": $0.json ?? nil], status: 201) }
    let reply = try #require(RawClient(server.port).ask("POST", "/", body: "[1]"))
    #expect(reply.status == 201)
    #expect(reply.text == #"{"given":[1]}"#)
    #expect(reply["content-type"] == "application/json; charset=utf-8")
  }

  @Test func `reads a chunked body`() throws {
    let server = try LoopbackServer { Answer(body: $0.body) }
    let client = try RawClient(server.port)
    client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    client.send("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n")
    #expect(client.reply()?.text == "abcde")
  }

  @Test func `answers Expect: 100-continue`() throws {
    let server = try LoopbackServer { Answer(body: $0.body) }
    let client = try RawClient(server.port)
    client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(client.head()?.status == 100)
    client.send("ab")
    #expect(client.reply()?.text == "ab")
  }

  @Test func `reuses a connection`() throws {
    let server = try LoopbackServer { .text($0.path) }
    let client = try RawClient(server.port)
    for path in ["/1", "/2", "/3"] { #expect(client.ask("GET", path)?.text == path) }
    #expect(try RawClient(server.port).ask("GET", "/4")?.text == "/4")
    #expect(server.connections == 2)
    #expect(server.requests.map(\.connection) == [1, 1, 1, 2])
  }

  @Test func `serves many requests at once`() async throws {
    let server = try LoopbackServer { _ in Answer(status: 204) }
    let clients = try (0..<50).map { _ in try RawClient(server.port) }
    for client in clients { client.request("GET", "/") }
    for client in clients { #expect(client.reply()?.status == 204) }
    #expect(server.connections == 50)
    #expect(await server.waitUntil(requests: 50))
  }

  @Test func `refuses invalid requests`() throws {
    let server = try LoopbackServer { _ in .text("never") }
    let client = try RawClient(server.port)
    client.send("what is this\r\n\r\n")
    #expect(client.reply()?.status == 400)
    #expect(server.requests.isEmpty)
  }

  @Test func `sends no body for HEAD and 304`() throws {
    let server = try LoopbackServer {
      $0.method == "HEAD" ? .text("four") : Answer(status: 304, body: [1])
    }
    let client = try RawClient(server.port)
    #expect(client.ask("HEAD", "/")?["Content-Length"] == "4")
    #expect(client.ask("GET", "/")?.status == 304)
    #expect(client.ask("GET", "/")?["Content-Length"] == nil)
  }

  @Test func `stops while a request is waiting`() throws {
    var server: LoopbackServer? = try LoopbackServer { _ in .never }
    let port = try #require(server?.port)
    let client = try RawClient(port)
    client.request("GET", "/")
    #expect(server?.blockUntil(requests: 1) == true)
    server?.stop()
    #expect(client.reply() == nil)
    #expect(server?.requests.count == 1)
    #expect(server?.closedByClient == 0)
    server = try LoopbackServer { _ in .never }
    let other = try RawClient(#require(server?.port))
    other.request("GET", "/")
    #expect(server?.blockUntil(requests: 1) == true)
    server = nil
    #expect(other.reply() == nil)
    #expect(throws: RawClient.Refused.self) {
      // What was in the queue may still be taken, and is closed at once.
      for _ in 0..<100 where try RawClient(port).ask("GET", "/") == nil {}
    }
  }

  @Test func `notices a closed connection`() async throws {
    let server = try LoopbackServer { $0.path == "/never" ? .never : .text("x") }
    var clients: [RawClient] = try [RawClient(server.port), RawClient(server.port)]
    clients[0].request("GET", "/never")
    #expect(clients[1].ask("GET", "/") != nil)
    #expect(await server.waitUntil(requests: 2))
    #expect(server.closedByClient == 0)
    clients = []
    #expect(await server.waitUntil(closedByClient: 2))
  }

  @Test func `reports a timeout while waiting`() async throws {
    let server = try LoopbackServer { _ in .text("x") }
    #expect(await !server.waitUntil(requests: 1, within: .milliseconds(5)))
    #expect(!server.blockUntil(closedByClient: 1, within: .milliseconds(5)))
  }
}
