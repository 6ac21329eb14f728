import Platform
import Testing

@testable import HTTP

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
