import Platform
import Testing

@testable import HTTP

@Suite struct ConnectionSettingsTests {
  private func route(_ variables: [String: String]) -> ConnectionSettings {
    ConnectionSettings(Environment(variables))
  }

  @Test func `an empty environment sets nothing`() {
    let route = route([:])
    #expect(route.proxy == nil)
    #expect(route.exceptions == "")
    #expect(route.certificateFile == nil)
    #expect(route.certificateFolder == nil)
  }

  @Test func `lower-case variables and the scheme's own take precedence`() {
    var variables = ["ALL_PROXY": "1"]
    #expect(route(variables).proxy == "1")
    variables["all_proxy"] = "2"
    #expect(route(variables).proxy == "2")
    variables["HTTPS_PROXY"] = "3"
    #expect(route(variables).proxy == "3")
    variables["https_proxy"] = "4"
    #expect(route(variables).proxy == "4")
    variables["https_proxy"] = ""
    #expect(route(variables).proxy == "3")
  }

  @Test func `reads no_proxy in either case`() {
    #expect(route(["NO_PROXY": "a"]).exceptions == "a")
    #expect(route(["NO_PROXY": "a", "no_proxy": "b"]).exceptions == "b")
  }

  @Test(arguments: [
    "http://localhost/", "http://127.0.0.1:8080/", "http://[::1]/", "https://localhost/",
    "https://127.9.9.9/", "https://[::1]:8443/",
  ])
  func `loopback uses no proxy`(_ address: String) throws {
    let address = try #require(WebAddress(address))
    for variable in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
      #expect(route([variable: "http://127.0.0.1:3128"]).proxy(to: address) == nil)
    }
  }

  @Test func `other hosts use the proxy`() throws {
    let address = try #require(WebAddress("https://127.0.0.1.example.com/"))
    #expect(route(["all_proxy": "http://127.0.0.1:3128"]).proxy(to: address) != nil)
    // A web server sets this variable if a visitor sends a header `Proxy`.
    #expect(route(["HTTP_PROXY": "localhost:1", "http_proxy": "localhost:1"]).proxy == nil)
  }

  @Test func `certificate variables follow curl`() {
    var variables = ["SSL_CERT_FILE": "file", "SSL_CERT_DIR": "folder"]
    #expect(route(variables).certificateFile == "file")
    #expect(route(variables).certificateFolder == "folder")
    variables["CURL_CA_BUNDLE"] = "bundle"
    #expect(route(variables).certificateFile == "bundle")
    #expect(route(variables).certificateFolder == nil)
    variables["CURL_CA_BUNDLE"] = ""
    #expect(route(variables).certificateFile == "file")
  }
}

@Suite struct BaseAddressTests {
  @Test(arguments: [
    ("https://example.com", "https://example.com"), ("HTTPS://Example.com/", "https://example.com"),
    ("http://127.0.0.1:8080/weather//", "http://127.0.0.1:8080/weather"),
    ("http://[::1]:1/a", "http://[::1]:1/a"),
  ])
  func `removes trailing slashes`(_ text: String, _ base: String) throws {
    #expect(try BaseAddress(text).text == base)
  }

  @Test(arguments: [
    ("", HTTPError.badAddress("")), ("example.com", .badAddress("example.com")),
    ("https://u:p@example.com", .badAddress("https://***@example.com")),
    ("https://example.com/?a", .badAddress("https://example.com/?***")),
    ("https://example.com/#a", .badAddress("https://example.com/#***")),
    ("http://example.com/", .insecure(url: "http://example.com/")),
    ("http://localhost.example.com", .insecure(url: "http://localhost.example.com/")),
  ])
  func `refuses invalid and unsafe addresses`(_ text: String, _ error: HTTPError) {
    #expect(throws: error) { try BaseAddress(text) }
  }

  @Test func `escapes a query`() throws {
    let base = try BaseAddress("https://example.com/x")
    #expect(base.url("/v1") == "https://example.com/x/v1")
    #expect(
      base.url("/v1", [("name", "서울 a&b"), ("n", "1")])
        == "https://example.com/x/v1?name=%EC%84%9C%EC%9A%B8%20a%26b&n=1")
  }
}

@Suite struct AuthorizationTests {
  static let token = "gho_sesame"

  @Test func `printing does not reveal the token`() {
    let authorization = Authorization(bearer: Self.token)
    let request = HTTPRequest(.get, "https://example.com/", authorization: authorization)
    var dumped = ""
    dump(request, to: &dumped)
    dump(authorization, to: &dumped)
    let printed = [
      "\(authorization)", "\(request)", String(reflecting: authorization),
      String(reflecting: request), "\(Optional(authorization) as Any)", dumped,
    ]
    for text in printed { #expect(!text.contains("sesame"), "\(text)") }
  }

  @Test func `a line break in a token does not end the header`() {
    #expect(Authorization(bearer: Self.token).value == "Bearer gho_sesame")
    #expect(Authorization(bearer: "a\r\nx: y").value == "Bearer ax:y")
    #expect(Authorization(bearer: "gho_1\n").value == "Bearer gho_1")
  }
}
