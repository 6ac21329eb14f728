import HTTP
import StandIn
import Testing

@Suite struct CurlTransportTests {
  @Test func `returns the response unchanged`() async throws {
    let server = try LoopbackServer { _ in
      Answer(
        status: 418, headers: [("ETag", "W/\"1\""), ("Link", "a"), ("Link", "b")],
        body: Array("본문".utf8))
    }
    let response = try await CurlTransport().send(HTTPRequest(.get, server.url + "/a?b=c#d"))
    #expect(response.status == 418)
    #expect(response.headers["etag"] == "W/\"1\"")
    #expect(response.headers.all("Link") == ["a", "b"])
    #expect(response.body == Array("본문".utf8))
    #expect(response.url == server.url + "/a?b=c")
  }

  @Test func `sends the request unchanged`() async throws {
    let server = try LoopbackServer { _ in .text("") }
    let request = HTTPRequest(
      .post, server.url + "/a?b=c",
      headers: ["Accept": "application/json", "X-Empty": "", "Content-Type": "text/plain"],
      body: Array("본문\0".utf8), authorization: Authorization(bearer: "sesame"))
    _ = try await CurlTransport().send(request)
    let received = try #require(server.requests.first)
    #expect(received.method == "POST")
    #expect(received.target == "/a?b=c")
    #expect(received.body == Array("본문\0".utf8))
    #expect(received.headers["Accept"] == "application/json")
    #expect(received.headers["X-Empty"] == "")
    #expect(received.headers.all("Content-Type") == ["text/plain"])
    #expect(received.headers["User-Agent"] == "commitdiary/test")
    #expect(received.headers.all("Authorization") == ["Bearer sesame"])
    #expect(received.headers["Expect"] == nil)
    #expect(received.headers["Cookie"] == nil)
  }

  @Test func `ignores headers that the transport sets`() async throws {
    let server = try LoopbackServer { _ in .text("") }
    let headers: HTTPHeaders = [
      "Authorization": "Bearer sesame", "Host": "example.com", "Content-Length": "5",
      "Transfer-Encoding": "chunked", "Accept": "a",
    ]
    _ = try await CurlTransport().send(HTTPRequest(.get, server.url, headers: headers))
    let received = try #require(server.requests.first)
    #expect(received.headers["Authorization"] == nil)
    #expect(received.headers["Host"] == "127.0.0.1:\(server.port)")
    #expect(received.headers["Content-Length"] == nil)
    #expect(received.headers["Accept"] == "a")
  }

  @Test func `sends empty and large POST bodies`() async throws {
    let server = try LoopbackServer { .text("\($0.body.count)") }
    let transport = CurlTransport()
    for count in [0, 3_000_000] {
      let body = [UInt8](repeating: 7, count: count)
      let response = try await transport.send(HTTPRequest(.post, server.url, body: body))
      #expect(response.body == Array("\(count)".utf8))
    }
    #expect(server.requests.map(\.method) == ["POST", "POST"])
  }

  @Test func `joins a chunked body`() async throws {
    let server = try LoopbackServer { _ in
      Answer(body: [UInt8](repeating: 65, count: 100_000), behavior: .chunked)
    }
    let response = try await CurlTransport().send(HTTPRequest(.get, server.url))
    #expect(response.status == 200)
    #expect(response.body == [UInt8](repeating: 65, count: 100_000))
  }

  @Test func `accepts responses without a body`() async throws {
    let server = try LoopbackServer { .status($0.path == "/304" ? 304 : 204) }
    let transport = CurlTransport()
    for status in [204, 304] {
      let response = try await transport.send(HTTPRequest(.get, "\(server.url)/\(status)"))
      #expect(response.status == status)
      #expect(response.body.isEmpty)
    }
  }

  @Test func `ignores interim responses and trailers`() async throws {
    let answer = """
      HTTP/1.1 103 Early\r
      X-Interim: 1\r
      \r
      HTTP/1.1 200 OK\r
      X-Real: 2\r
      Transfer-Encoding: chunked\r
      Trailer: X-Late\r
      \r
      2\r
      ok\r
      0\r
      X-Late: 3\r
      \r

      """
    let server = try LoopbackServer { _ in .raw(Array(answer.utf8)) }
    let response = try await CurlTransport().send(HTTPRequest(.get, server.url))
    #expect(response.body == Array("ok".utf8))
    #expect(response.headers["x-real"] == "2")
    #expect(response.headers["x-interim"] == nil)
    #expect(response.headers["x-late"] == nil)
  }

  @Test func `reuses a connection`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let traces = Recorder<HTTPTrace>()
    let transport = CurlTransport(recording: traces)
    for _ in 0..<20 { _ = try await transport.send(HTTPRequest(.get, server.url)) }
    #expect(server.connections == 1)
    #expect(traces.values.map(\.isConnectionReused) == [false] + Array(repeating: true, count: 19))
  }

  @Test func `completes two hundred concurrent requests over few connections`() async throws {
    let server = try LoopbackServer { .text($0.path) }
    let transport = CurlTransport()
    for _ in 0..<2 {
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<200 {
          group.addTask {
            let request = HTTPRequest(.get, "\(server.url)/\(number)")
            return String(decoding: try await transport.send(request).body, as: UTF8.self)
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(answers == Set((0..<200).map { "/\($0)" }))
    }
    #expect(server.requests.count == 400)
    #expect(server.connections <= 64)
  }

  @Test func `a closed idle connection is no error`() async throws {
    let server = try LoopbackServer { _ in .text("ok").with("Keep-Alive", "timeout=0") }
    let closing = try LoopbackServer { request in
      .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
    }
    let transport = CurlTransport()
    for url in [server.url, closing.url, closing.url, server.url, closing.url] {
      #expect(try await transport.send(HTTPRequest(.get, url)).status == 200)
    }
  }

  @Test func `a trace contains no secrets`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/a" ? .redirect(to: "/b") : .text("12345", headers: [("Set-Cookie", "key")])
    }
    let traces = Recorder<HTTPTrace>()
    let transport = CurlTransport(recording: traces)
    let request = HTTPRequest(
      .post, server.url + "/a", body: Array("password".utf8),
      authorization: Authorization(bearer: "sesame"))
    _ = try await transport.send(request)
    server.stop()
    _ = await transport.failure(of: request)
    let seen = traces.values
    #expect(seen.map(\.status) == [302, 200, nil])
    #expect(seen.map(\.method) == [.post, .get, .post])
    #expect(seen.map(\.url) == [server.url + "/a", server.url + "/b", server.url + "/a"])
    #expect(seen.map(\.version).prefix(2) == ["1.1", "1.1"])
    #expect(seen.map(\.isConnectionReused).prefix(2) == [false, true])
    #expect(seen[1].bytes > 5)
    for secret in ["sesame", "password", "key"] {
      #expect(!"\(seen)".contains(secret))
    }
  }

  @Test func `releasing a transport closes its connections`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    do {
      let transport = CurlTransport()
      _ = try await transport.send(HTTPRequest(.get, server.url))
    }
    #expect(await server.waitUntil(closedByClient: 1))
  }

  @Test func `an unused transport can be released`() {
    for _ in 0..<100 { _ = CurlTransport() }
  }
}
