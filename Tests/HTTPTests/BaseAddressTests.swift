import HTTP
import Testing

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
