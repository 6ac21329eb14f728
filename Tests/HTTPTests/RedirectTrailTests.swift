import Platform
import Testing

@testable import HTTP

@Suite struct RedirectTrailTests {
  private func trail(_ url: String, _ method: HTTPRequest.Method = .get) throws -> RedirectTrail {
    try RedirectTrail(HTTPRequest(method, url))
  }

  @Test func `authorization stays with the server for which it was made`() throws {
    var trail = try trail("https://api.github.com/a")
    try trail.follow(status: 301, headers: ["Location": "/repositories/1"])
    #expect(trail.address.text == "https://api.github.com/repositories/1")
    #expect(trail.carriesAuthorization)
    try trail.follow(status: 302, headers: ["Location": "https://example.com/"])
    #expect(!trail.carriesAuthorization)
    try trail.follow(status: 302, headers: ["Location": "https://api.github.com/b"])
    #expect(!trail.carriesAuthorization)
  }

  @Test(arguments: [
    "https://api.github.com:8443/a", "https://github.com/a", "https://api.github.com.example.com/",
  ])
  func `another port or another name is another server`(_ location: String) throws {
    var trail = try trail("https://api.github.com/a")
    try trail.follow(status: 307, headers: ["Location": location])
    #expect(!trail.carriesAuthorization)
  }

  @Test(arguments: [(301, false), (302, false), (303, false), (307, true), (308, true)])
  func `only some redirects are followed by what was to be sent`(
    _ status: Int, _ isKept: Bool
  ) throws {
    var trail = try trail("https://a/", .post)
    try trail.follow(status: status, headers: ["Location": "/b"])
    #expect(trail.carriesBody == isKept)
    #expect(trail.method == (isKept ? .post : .get))
  }

  @Test func `a circle is told from a way`() throws {
    var trail = try trail("https://a/1")
    try trail.follow(status: 302, headers: ["Location": "/2"])
    #expect(throws: HTTPError.tooManyRedirects(url: "https://a/1")) {
      try trail.follow(status: 302, headers: ["Location": "/1#again"])
    }
  }

  @Test func `a page that a form was sent to may be where its answer is`() throws {
    var trail = try trail("https://a/form", .post)
    try trail.follow(status: 303, headers: ["Location": "/form"])
    #expect(trail.method == .get)
  }

  @Test func `five redirects are followed, and not one more`() throws {
    var trail = try trail("https://a/0")
    for number in 1...5 { try trail.follow(status: 302, headers: ["Location": "/\(number)"]) }
    #expect(throws: HTTPError.tooManyRedirects(url: "https://a/0")) {
      try trail.follow(status: 302, headers: ["Location": "/6"])
    }
  }

  @Test func `nothing leads from encrypted to plain`() throws {
    for location in ["http://a/", "http://localhost/", "http://127.0.0.1:1/x"] {
      var trail = try trail("https://a/")
      #expect(throws: HTTPError.insecure(url: location)) {
        try trail.follow(status: 302, headers: ["Location": location])
      }
    }
    var trail = try trail("http://localhost/")
    #expect(throws: HTTPError.insecure(url: "http://a/")) {
      try trail.follow(status: 302, headers: ["Location": "http://a/"])
    }
    try trail.follow(status: 302, headers: ["Location": "https://a/"])
  }

  @Test func `a redirect to nowhere says where, without a password`() throws {
    var trail = try trail("https://a/")
    for (location, shown) in [
      ("ftp://octocat:sesame@b/", "ftp://***@b/"), ("file:///etc/passwd", "file:///etc/passwd"),
      ("javascript:1?token=sesame", "javascript:1?***"),
    ] {
      #expect(throws: HTTPError.redirectedOffWeb(to: shown)) {
        try trail.follow(status: 302, headers: ["Location": location])
      }
    }
  }

  @Test(arguments: [200, 300, 304, 305, 306, 404])
  func `other answers lead nowhere`(_ status: Int) {
    #expect(!RedirectTrail.isRedirect(status: status, headers: ["Location": "/"]))
  }

  @Test func `without a location there is nowhere to go`() {
    #expect(!RedirectTrail.isRedirect(status: 301, headers: [:]))
    #expect(RedirectTrail.isRedirect(status: 301, headers: ["location": ""]))
  }

  @Test func `a request to the world is not sent in plain`() {
    #expect(throws: HTTPError.insecure(url: "http://a/b")) { try trail("http://a/b#c") }
    #expect(throws: HTTPError.badAddress("https://***@a/")) { try trail("https://u:sesame@a/") }
  }
}
