import HTTP
import StandIn
import TestSupport
import Testing

@Suite struct ProxyTests {
  private let authorization = Authorization(bearer: "sesame")

  @Test func `an encrypted request goes through a tunnel, which learns no more than where to`()
    async throws
  {
    let maker = try CertificateMaker()
    let server = try TLSServer.greeting(maker)
    let proxy = try LoopbackServer { _ in .tunnel() }
    let transport = CurlTransport([
      "https_proxy": "http://octocat:pw@127.0.0.1:\(proxy.port)", "SSL_CERT_FILE": maker.path,
    ])
    let request = HTTPRequest(
      .get, server.url + "path", headers: ["X-Own": "1"], authorization: authorization)
    let response = try await transport.send(request)
    #expect(response.status == 200)
    // What the proxy said is no part of the answer.
    #expect(response.headers["content-type"]?.hasPrefix("text/html") == true)
    let asked = try #require(proxy.requests.first)
    #expect(asked.method == "CONNECT")
    #expect(asked.target == "localhost:\(server.port)")
    #expect(asked.headers["Proxy-Authorization"] == "Basic b2N0b2NhdDpwdw==")
    #expect(asked.headers["Authorization"] == nil)
    #expect(asked.headers["X-Own"] == nil)
  }

  @Test func `a proxy on this machine is asked for what is on this machine`() async throws {
    let proxy = try LoopbackServer { .text($0.target) }
    let transport = CurlTransport(["http_proxy": proxy.url])
    let response = try await transport.send(HTTPRequest(.get, "http://localhost:9/a"))
    #expect(response.body == Array("http://localhost:9/a".utf8))
  }

  @Test(arguments: ["127.0.0.1", "*", "localhost,127.0.0.1", "NO_PROXY"])
  func `exceptions are reached without the proxy`(_ exceptions: String) async throws {
    let server = try LoopbackServer { _ in .text("direct") }
    let proxy = try LoopbackServer { _ in .text("proxy") }
    var variables = ["all_proxy": proxy.url, "no_proxy": exceptions]
    if exceptions == "NO_PROXY" { variables = ["ALL_PROXY": proxy.url, "NO_PROXY": "127.0.0.1"] }
    let response = try await CurlTransport(variables).send(HTTPRequest(.get, server.url))
    #expect(response.body == Array("direct".utf8))
    #expect(proxy.connections == 0)
  }

  @Test func `what must stay on this machine is not shown to a proxy elsewhere`() async throws {
    let server = try LoopbackServer { _ in .text("direct") }
    let transport = CurlTransport(["http_proxy": "http://198.51.100.1:3128"])
    #expect(try await transport.send(HTTPRequest(.get, server.url)).body == Array("direct".utf8))
  }

  @Test func `a proxy that says no is told from a server that does`() async throws {
    let proxy = try LoopbackServer { _ in .status(403) }
    let transport = CurlTransport(["HTTPS_PROXY": proxy.url])
    let error = await error { () throws(HTTPError) in
      try await transport.send(HTTPRequest(.get, "https://example.com/"))
    }
    guard case .unreachable(host: "example.com", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "http://octocat:sesame@127.0.0.1:1", "http://octocat:sesame@name.invalid",
    "gopher://octocat:sesame@127.0.0.1:1", "http://octocat:sesame@[::", "octocat:sesame@:x",
  ])
  func `the password of a proxy that is not there is in no error`(_ proxy: String) async throws {
    let transport = CurlTransport(["https_proxy": proxy])
    let error = await error { () throws(HTTPError) in
      try await transport.send(HTTPRequest(.get, "https://127.0.0.1:1/"))
    }
    #expect(error != nil)
    #expect(!"\(String(describing: error))".contains("sesame"))
  }
}
