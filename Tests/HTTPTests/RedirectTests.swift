import HTTP
import StandIn
import Testing

@Suite struct RedirectTests {
  private let authorization = Authorization(bearer: "sesame")

  @Test func `a redirect on the same server keeps the token`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/old/name" ? .redirect(to: "../repositories/1?x", status: 301) : .text("ok")
    }
    let request = HTTPRequest(.get, server.url + "/old/name", authorization: authorization)
    let response = try await CurlTransport().send(request)
    #expect(response.url == server.url + "/repositories/1?x")
    #expect(response.body == Array("ok".utf8))
    #expect(
      server.requests.map { $0.headers["Authorization"] }
        == Array(repeating: "Bearer sesame", count: 2))
    #expect(server.connections == 1)
  }

  @Test func `a redirect to another server drops the token for good`() async throws {
    // By IP address and by name, one server counts as two hosts.
    let server = try LoopbackServer { request in
      let port = request.headers["Host"]?.split(separator: ":").last ?? ""
      return switch request.path {
      case "/1": .redirect(to: "http://localhost:\(port)/2")
      case "/2": .redirect(to: "http://127.0.0.1:\(port)/3", status: 307)
      default: .text("ok")
      }
    }
    let request = HTTPRequest(.get, server.url + "/1", authorization: authorization)
    #expect(try await CurlTransport().send(request).url == server.url + "/3")
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer sesame", nil, nil])
    #expect(server.requests[1].headers["Host"] == "localhost:\(server.port)")
  }

  @Test func `sends nothing over plain HTTP to other machines`() async throws {
    let server = try LoopbackServer { _ in .redirect(to: "http://198.51.100.1/x") }
    let transport = CurlTransport()
    for (url, refused) in [
      (server.url, "http://198.51.100.1/x"), ("http://198.51.100.1/", "http://198.51.100.1/"),
    ] {
      let error = await error { () throws(HTTPError) in
        try await transport.send(HTTPRequest(.get, url, authorization: authorization))
      }
      #expect(error == .insecure(url: refused))
    }
  }

  @Test func `can return the redirect itself`() async throws {
    let server = try LoopbackServer { _ in .redirect(to: "/b").with("X-A", "1") }
    let request = HTTPRequest(.get, server.url + "/a", followsRedirects: false)
    let response = try await CurlTransport().send(request)
    #expect(response.status == 302)
    #expect(response.headers["location"] == "/b")
    #expect(response.url == server.url + "/a")
  }

  @Test func `discards the body of a redirect`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/a"
        ? Answer(status: 302, headers: [("Location", "/b")], body: Array("moved".utf8))
        : .text("ok")
    }
    let response = try await CurlTransport().send(HTTPRequest(.get, server.url + "/a"))
    #expect(response.body == Array("ok".utf8))
  }
}
