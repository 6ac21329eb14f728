import Platform
import StandIn
import Testing

@testable import HTTP

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
      let error = await transport.failure(of: HTTPRequest(.get, url, authorization: authorization))
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

@Suite struct RedirectChainTests {
  private func chain(_ url: String, _ method: HTTPRequest.Method = .get) throws -> RedirectChain {
    try RedirectChain(HTTPRequest(method, url))
  }

  @Test func `authorization is sent only to its server`() throws {
    var chain = try chain("https://api.github.com/a")
    try chain.follow(status: 301, headers: ["Location": "/repositories/1"])
    #expect(chain.address.text == "https://api.github.com/repositories/1")
    #expect(chain.carriesAuthorization)
    try chain.follow(status: 302, headers: ["Location": "https://example.com/"])
    #expect(!chain.carriesAuthorization)
    try chain.follow(status: 302, headers: ["Location": "https://api.github.com/b"])
    #expect(!chain.carriesAuthorization)
  }

  @Test(arguments: [
    "https://api.github.com:8443/a", "https://github.com/a", "https://api.github.com.example.com/",
  ])
  func `another port or host is another server`(_ location: String) throws {
    var chain = try chain("https://api.github.com/a")
    try chain.follow(status: 307, headers: ["Location": location])
    #expect(!chain.carriesAuthorization)
  }

  @Test(arguments: [(301, false), (302, false), (303, false), (307, true), (308, true)])
  func `only 307 and 308 repeat method and body`(
    _ status: Int, _ isKept: Bool
  ) throws {
    var chain = try chain("https://a/", .post)
    try chain.follow(status: status, headers: ["Location": "/b"])
    #expect(chain.carriesBody == isKept)
    #expect(chain.method == (isKept ? .post : .get))
  }

  @Test func `detects a redirect loop`() throws {
    var chain = try chain("https://a/1")
    try chain.follow(status: 302, headers: ["Location": "/2"])
    #expect(throws: HTTPError.tooManyRedirects(url: "https://a/1")) {
      try chain.follow(status: 302, headers: ["Location": "/1#again"])
    }
  }

  @Test func `a redirect of a POST may lead to the same address`() throws {
    var chain = try chain("https://a/form", .post)
    try chain.follow(status: 303, headers: ["Location": "/form"])
    #expect(chain.method == .get)
  }

  @Test func `follows at most five redirects`() throws {
    var chain = try chain("https://a/0")
    for number in 1...5 { try chain.follow(status: 302, headers: ["Location": "/\(number)"]) }
    #expect(throws: HTTPError.tooManyRedirects(url: "https://a/0")) {
      try chain.follow(status: 302, headers: ["Location": "/6"])
    }
  }

  @Test func `refuses a redirect from HTTPS to HTTP`() throws {
    for location in ["http://a/", "http://localhost/", "http://127.0.0.1:1/x"] {
      var chain = try chain("https://a/")
      #expect(throws: HTTPError.insecure(url: location)) {
        try chain.follow(status: 302, headers: ["Location": location])
      }
    }
    var chain = try chain("http://localhost/")
    #expect(throws: HTTPError.insecure(url: "http://a/")) {
      try chain.follow(status: 302, headers: ["Location": "http://a/"])
    }
    try chain.follow(status: 302, headers: ["Location": "https://a/"])
  }

  @Test func `an unsupported redirect is reported without its password`() throws {
    var chain = try chain("https://a/")
    for (location, shown) in [
      ("ftp://octocat:sesame@b/", "ftp://***@b/"), ("file:///etc/passwd", "file:///etc/passwd"),
      ("javascript:1?token=sesame", "javascript:1?***"),
    ] {
      #expect(throws: HTTPError.redirectedOffWeb(to: shown)) {
        try chain.follow(status: 302, headers: ["Location": location])
      }
    }
  }

  @Test(arguments: [200, 300, 304, 305, 306, 404])
  func `other statuses are no redirects`(_ status: Int) {
    #expect(!RedirectChain.isRedirect(status: status, headers: ["Location": "/"]))
  }

  @Test func `a redirect without Location is no redirect`() {
    #expect(!RedirectChain.isRedirect(status: 301, headers: [:]))
    #expect(RedirectChain.isRedirect(status: 301, headers: ["location": ""]))
  }

  @Test func `refuses plain HTTP to other machines`() {
    #expect(throws: HTTPError.insecure(url: "http://a/b")) { try chain("http://a/b#c") }
    #expect(throws: HTTPError.badAddress("https://***@a/")) { try chain("https://u:sesame@a/") }
  }
}
