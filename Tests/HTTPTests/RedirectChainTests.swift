import Platform
import Testing

@testable import HTTP

@Suite struct RedirectChainTests {
  private func chain(_ url: String, _ method: HTTPRequest.Method = .get) throws -> RedirectChain {
    try RedirectChain(HTTPRequest(method, url))
  }

  @Test func `authorization stays with the server for which it was made`() throws {
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
  func `another port or another name is another server`(_ location: String) throws {
    var chain = try chain("https://api.github.com/a")
    try chain.follow(status: 307, headers: ["Location": location])
    #expect(!chain.carriesAuthorization)
  }

  @Test(arguments: [(301, false), (302, false), (303, false), (307, true), (308, true)])
  func `only some redirects are followed by what was to be sent`(
    _ status: Int, _ isKept: Bool
  ) throws {
    var chain = try chain("https://a/", .post)
    try chain.follow(status: status, headers: ["Location": "/b"])
    #expect(chain.carriesBody == isKept)
    #expect(chain.method == (isKept ? .post : .get))
  }

  @Test func `a circle is told from a way`() throws {
    var chain = try chain("https://a/1")
    try chain.follow(status: 302, headers: ["Location": "/2"])
    #expect(throws: HTTPError.tooManyRedirects(url: "https://a/1")) {
      try chain.follow(status: 302, headers: ["Location": "/1#again"])
    }
  }

  @Test func `a page that a form was sent to may be where its answer is`() throws {
    var chain = try chain("https://a/form", .post)
    try chain.follow(status: 303, headers: ["Location": "/form"])
    #expect(chain.method == .get)
  }

  @Test func `five redirects are followed, and not one more`() throws {
    var chain = try chain("https://a/0")
    for number in 1...5 { try chain.follow(status: 302, headers: ["Location": "/\(number)"]) }
    #expect(throws: HTTPError.tooManyRedirects(url: "https://a/0")) {
      try chain.follow(status: 302, headers: ["Location": "/6"])
    }
  }

  @Test func `nothing leads from encrypted to plain`() throws {
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

  @Test func `a redirect to nowhere says where, without a password`() throws {
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
  func `other answers lead nowhere`(_ status: Int) {
    #expect(!RedirectChain.isRedirect(status: status, headers: ["Location": "/"]))
  }

  @Test func `without a location there is nowhere to go`() {
    #expect(!RedirectChain.isRedirect(status: 301, headers: [:]))
    #expect(RedirectChain.isRedirect(status: 301, headers: ["location": ""]))
  }

  @Test func `a request to the world is not sent in plain`() {
    #expect(throws: HTTPError.insecure(url: "http://a/b")) { try chain("http://a/b#c") }
    #expect(throws: HTTPError.badAddress("https://***@a/")) { try chain("https://u:sesame@a/") }
  }
}
