import HTTP
import StandIn
import TestSupport
import Testing

@Suite struct ProxyTests {
  private let authorization = Authorization(bearer: "sesame")

  @Test func `HTTPS uses a tunnel that learns only the host`()
    async throws
  {
    let maker = try CertificateMaker()
    let server = try TLSServer.greeting(maker, for: "DNS:diary.test")
    let port = server.port
    let proxy = try LoopbackServer { _ in .tunnel(toPort: port) }
    let transport = CurlTransport([
      "https_proxy": "http://octocat:pw@127.0.0.1:\(proxy.port)", "SSL_CERT_FILE": maker.path,
    ])
    let request = HTTPRequest(
      .get, "https://diary.test/path", headers: ["X-Own": "1"], authorization: authorization)
    let response = try await transport.send(request)
    #expect(response.status == 200)
    // The headers of the proxy's response are not part of the result.
    #expect(response.headers["content-type"]?.hasPrefix("text/html") == true)
    let asked = try #require(proxy.requests.first)
    #expect(asked.method == "CONNECT")
    #expect(asked.target == "diary.test:443")
    #expect(asked.headers["Proxy-Authorization"] == "Basic b2N0b2NhdDpwdw==")
    #expect(asked.headers["Authorization"] == nil)
    #expect(asked.headers["X-Own"] == nil)
  }

  @Test(arguments: ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"])
  func `requests to loopback use no proxy`(_ variable: String) async throws {
    let server = try LoopbackServer { _ in .text("direct") }
    let proxy = try LoopbackServer { _ in .text("proxy") }
    for host in ["127.0.0.1", "localhost"] {
      let request = HTTPRequest(
        .get, "http://\(host):\(server.port)/", authorization: authorization)
      let response = try await CurlTransport([variable: proxy.url]).send(request)
      #expect(response.body == Array("direct".utf8))
    }
    #expect(proxy.connections == 0)
  }

  @Test(arguments: [("no_proxy", "diary.invalid"), ("no_proxy", "*"), ("NO_PROXY", ".invalid")])
  func `no_proxy hosts use no proxy`(_ variable: String, _ exceptions: String)
    async throws
  {
    let proxy = try LoopbackServer { _ in .status(403) }
    let error = await CurlTransport(["all_proxy": proxy.url, variable: exceptions]).failure(
      of: HTTPRequest(.get, "https://diary.invalid/"))
    #expect(error != nil)
    #expect(proxy.connections == 0)
  }

  @Test func `distinguishes a proxy error from a server error`() async throws {
    let proxy = try LoopbackServer { _ in .status(403) }
    let error = await CurlTransport(["HTTPS_PROXY": proxy.url]).failure(
      of: HTTPRequest(.get, "https://example.com/"))
    guard case .unreachable(host: "example.com", _) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test(arguments: [
    "http://octocat:sesame@127.0.0.1:1", "http://octocat:sesame@name.invalid",
    "gopher://octocat:sesame@127.0.0.1:1", "http://octocat:sesame@[::", "octocat:sesame@:x",
  ])
  func `no error contains the proxy password`(_ proxy: String) async throws {
    let error = await CurlTransport(["https_proxy": proxy]).failure(
      of: HTTPRequest(.get, "https://example.com/"))
    #expect(error != nil)
    #expect(!"\(String(describing: error))".contains("sesame"))
  }
}
