import HTTP
import Platform
import Testing

@testable import GitHub

@Suite struct GitHubHostTests {
  @Test(arguments: [
    (
      "github.com", "https://github.com", "https://api.github.com", "https://api.github.com/graphql"
    ),
    (
      "octo.ghe.com", "https://octo.ghe.com", "https://api.octo.ghe.com",
      "https://api.octo.ghe.com/graphql"
    ),
    (
      "git.example.com", "https://git.example.com", "https://git.example.com/api/v3",
      "https://git.example.com/api/graphql"
    ),
    (
      "git.example.com:8443", "https://git.example.com:8443", "https://git.example.com:8443/api/v3",
      "https://git.example.com:8443/api/graphql"
    ),
  ])
  func `each kind of host has its URLs`(name: String, web: String, api: String, query: String)
    throws
  {
    let host = try GitHubHost(name)
    #expect(host.name == name)
    #expect(host.webURL == web)
    #expect(host.apiURL == api)
    #expect(host.graphQLURL == query)
  }

  @Test(arguments: [
    "GitHub.com", "https://github.com/", "www.github.com", "github.com:443", "HTTPS://GITHUB.COM",
  ])
  func `accepts a host in every form`(_ typed: String) throws {
    #expect(try GitHubHost(typed).name == "github.com")
  }

  @Test(arguments: [
    "", " ", "github.com/octocat", "git@github.com", "git hub", "a..b", "-a.com",
    "http://github.com",
    "github.com:0", "github.com:99999", "github.com:x", "깃허브.com",
    "github.com\\evil", "github.com\n",
  ])
  func `refuses an invalid host name`(_ typed: String) {
    #expect(throws: HostError.invalidName(typed)) { try GitHubHost(typed) }
  }

  @Test(arguments: ["github.com?x", "github.com#x"])
  func `hides a possible token in a host name`(_ typed: String) {
    let shown = String(typed.dropLast()) + "***"
    #expect(throws: HostError.invalidName(shown)) { try GitHubHost(typed) }
  }

  @Test func `the environment replaces URLs but not the name`() throws {
    let environment = Environment([
      "COMMITDIARY_WEB_URL": "http://127.0.0.1:4000/",
      "COMMITDIARY_API_URL": "http://localhost:4000/api",
    ])
    let host = try GitHubHost("github.com", environment: environment)
    #expect(host.name == "github.com")
    #expect(host.webURL == "http://127.0.0.1:4000")
    #expect(host.apiURL == "http://localhost:4000/api")
    #expect(host.graphQLURL == "http://localhost:4000/api/graphql")
  }

  @Test func `only github.com reads the variables`()
    throws
  {
    let environment = Environment(["COMMITDIARY_API_URL": "http://127.0.0.1:1"])
    #expect(try GitHubHost("a.ghe.com", environment: environment).apiURL == "https://api.a.ghe.com")
    let empty = Environment(["COMMITDIARY_API_URL": ""])
    #expect(try GitHubHost("github.com", environment: empty).apiURL == "https://api.github.com")
  }

  @Test(arguments: [
    "http://api.example.com", "http://127.evil.com", "http://127.0.0.1.evil.com",
    "http://localhost.evil.com",
    "http://10.0.0.1", "http://127.0.0.010",
  ])
  func `allows plain HTTP only for loopback`(_ value: String) {
    #expect(throws: HostError.insecure(variable: "COMMITDIARY_API_URL", value: value)) {
      try GitHubHost("github.com", environment: Environment(["COMMITDIARY_API_URL": value]))
    }
  }

  @Test(arguments: [
    ("https://x.com?a=b", "https://x.com?***"), ("https://x.com#a", "https://x.com#***"),
  ])
  func `refuses a query without showing it`(value: String, shown: String) {
    #expect(throws: HostError.invalidAddress(variable: "COMMITDIARY_WEB_URL", value: shown)) {
      try GitHubHost("github.com", environment: Environment(["COMMITDIARY_WEB_URL": value]))
    }
  }

  @Test(arguments: [
    "api.example.com", "ftp://x", "https://",
    "file:///etc/passwd", "https://x .com", "https://x.com:port",
  ])
  func `refuses an invalid address`(_ value: String) {
    #expect(throws: HostError.invalidAddress(variable: "COMMITDIARY_WEB_URL", value: value)) {
      try GitHubHost("github.com", environment: Environment(["COMMITDIARY_WEB_URL": value]))
    }
  }
}

@Suite struct HostErrorTests {
  @Test(arguments: ["https://me:sesame@x.com", "http://me:sesame@127.0.0.1", "me:sesame@x.com"])
  func `shows a refused address without its password`(_ value: String) {
    let shown = value.replacing("me:sesame", with: "***")
    #expect(throws: HostError.invalidAddress(variable: "COMMITDIARY_API_URL", value: shown)) {
      try GitHubHost("github.com", environment: Environment(["COMMITDIARY_API_URL": value]))
    }
    #expect(throws: HostError.invalidName(shown)) { try GitHubHost(value) }
  }
}

@Suite struct TokenTests {
  @Test func `printing a token does not reveal it`() {
    let token = Token("gho_secret")
    var dumped = ""
    dump([token], to: &dumped)
    dump(DeviceGrant(token: token, scopes: .unknown), to: &dumped)
    let texts = [
      "\(token)", String(reflecting: token), "\([token])", "\(Optional(token) as Any)", dumped,
    ]
    for text in texts { #expect(!text.contains("gho_secret"), "\(text)") }
  }

  @Test(arguments: [
    "gho_16C7e42F292c6912E7710c838347Ae178B4a", "github_pat_11A_b", "0123456789abcdef",
  ])
  func `accepts a plausible token`(_ text: String) {
    #expect(Token(text).isUsable)
  }

  @Test(arguments: [
    "", " ", "gho_a b", "gho_a\n", "gho_\u{0}", "ghö", "gho_a\r\nX: y",
    String(repeating: "a", count: 5000),
  ])
  func `refuses characters invalid in a header`(_ text: String) {
    #expect(!Token(text).isUsable)
  }

  @Test(arguments: [
    ("gho_16C7e42F", "applications"), ("ghp_16C7e42F", "tokens"),
    ("github_pat_11A_b", "personal-access-tokens"), ("0123456789abcdef", "applications"),
  ])
  func `knows the page where it is revoked`(text: String, page: String) {
    #expect(Token(text).page == page)
  }
}

@Suite struct ScopesTests {
  @Test func `reads scopes separated by commas or spaces`() {
    #expect(Scopes(granted: "repo,gist").names == ["gist", "repo"])
    #expect(Scopes(granted: "repo gist").names == ["gist", "repo"])
    #expect(Scopes(header: "admin:org, repo").names == ["admin:org", "repo"])
    #expect(Scopes(granted: "").names == [])
  }

  @Test func `an empty header means a token without scopes`() {
    #expect(Scopes(header: "") == .unknown)
    #expect(Scopes(header: nil) == .unknown)
    #expect(Scopes.unknown.covers("repo") == nil)
    #expect(Scopes.unknown.missing(accepted: "repo") == nil)
  }

  @Test(arguments: [
    ("repo", "public_repo", true), ("repo", "repo", true), ("public_repo", "repo", false),
    ("user", "read:user", true), ("user", "user:email", true), ("read:user", "user", false),
    ("admin:org", "read:org", true), ("write:org", "read:org", true),
    ("write:org", "admin:org", false),
    ("gist", "repo", false), ("repo", "read:user", false),
  ])
  func `a scope implies smaller ones`(has: String, asks: String, covers: Bool) {
    #expect(Scopes(names: [has]).covers(asks) == covers)
  }

  @Test func `names the missing scope`() {
    let scopes = Scopes(names: ["gist"])
    #expect(scopes.missing(accepted: "delete_repo, repo, public_repo") == "repo")
    #expect(scopes.missing(accepted: "admin:org, read:org, write:org") == "read:org")
    #expect(scopes.missing(accepted: "gist, repo") == nil)
    #expect(scopes.missing(accepted: "") == nil)
    #expect(Scopes(names: ["repo"]).missing(accepted: "public_repo, security_events") == nil)
  }
}
