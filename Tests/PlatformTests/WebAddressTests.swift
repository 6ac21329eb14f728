import Platform
import Testing

@Suite struct WebAddressTests {
  @Test(arguments: [
    ("https://api.github.com/user", "https://api.github.com/user"),
    ("HTTPS://API.GitHub.com", "https://api.github.com/"),
    ("https://example.com:443/", "https://example.com/"),
    ("https://example.com:8443/a", "https://example.com:8443/a"),
    ("https://example.com:/a", "https://example.com/a"),
    ("http://127.0.0.1:80?q#f", "http://127.0.0.1/?q"),
    ("http://[::1]:8080/", "http://[::1]:8080/"),
    ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]/"),
    ("https://a/b?c=d?e&f=%20%zz", "https://a/b?c=d?e&f=%20%zz"),
    ("https://a/x/../../y/./z/..", "https://a/y/"),
    ("https://a//b//", "https://a//b//"),
    ("https://a/회 고?q=\"고\"", "https://a/%ED%9A%8C%20%EA%B3%A0?q=%22%EA%B3%A0%22"),
    ("https://a/\\b", "https://a/%5Cb"),
    ("https://a?", "https://a/?"),
  ])
  func `normalizes an address`(_ text: String, _ spelling: String) {
    let address = WebAddress(text)
    #expect(address?.text == spelling)
    #expect(WebAddress(spelling) == address)
  }

  @Test(arguments: [
    "", "https", "https:", "https:/a", "https:///a", "ftp://a/", "file:///etc/passwd",
    "://a", "//a/b", "/a", "https://user@a/", "https://user:pw@a/", "https://a@b@c/",
    "https://a:b/", "https://a:0/", "https://a:65536/", "https://a:+1/", "https://a:1:2/",
    "https://[::1", "https://[::1]a/", "https://[g::1]/", "https://[::1%25eth0]/", "https://[]/",
    "https://a b/", "https://a\\b/", "https://a%2eb/", "https://é/", "https://.a/", "https://-a/",
    "https://a/\r\nb", "https://a/\0", "https://a/\u{7F}", "https://a\n/", " https://a/",
    "https://127.0.0.1\\@a/", "https://a\u{301}/", "http://localhost./", "http://127.0.0./",
    "https://a..b/",
    "https://a.-b/", "https://\(String(repeating: "a.", count: 127))a/", "api.github.com",
    "https://api.github.com:x@evil.com", "javascript:alert(1)//https://github.com",
    "https://a/\u{9B}\u{7}", "https://[::1]:x/", "https://[::1]1/",
  ])
  func `refuses ambiguous addresses`(_ text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test(arguments: [
    ("http://localhost/", true), ("http://LOCALHOST:1/", true), ("http://127.0.0.1/", true),
    ("http://127.255.0.9/", true), ("http://[::1]/", true), ("https://example.com/", true),
    ("http://example.com/", false), ("http://localhost.example.com/", false),
    ("http://127.0.0.1.example.com/", false), ("http://127.1/", false),
    ("http://127.0.0.01/", false), ("http://127.0.0.256/", false),
    ("http://128.0.0.1/", false), ("http://10.127.0.0/", false), ("http://0.0.0.0/", false),
    ("http://[::]/", false), ("http://[::ffff:127.0.0.1]/", false),
  ])
  func `allows plain HTTP only to loopback addresses`(_ text: String, _ isPrivate: Bool) {
    #expect(WebAddress(text)?.isPrivate == isPrivate)
  }

  @Test func `addresses of one server have the same origin`() throws {
    let origin = try #require(WebAddress("https://api.github.com/user")).origin
    for same in [
      "HTTPS://API.GitHub.com", "https://api.github.com:443?page=2", "https://api.github.com/#x",
    ] {
      #expect(WebAddress(same)?.origin == origin, "\(same)")
    }
    for other in [
      "http://api.github.com", "https://api.github.com:8443", "https://api.github.com.evil.com",
      "https://github.com",
    ] {
      #expect(try #require(WebAddress(other)).origin != origin, "\(other)")
    }
  }

  /// RFC 3986, 5.4, as far as it is about `http` and paths.
  @Test(arguments: [
    ("g", "http://localhost/b/c/g"), ("./g", "http://localhost/b/c/g"),
    ("g/", "http://localhost/b/c/g/"), ("/g", "http://localhost/g"), ("//g", "http://g/"),
    ("?y", "http://localhost/b/c/d;p?y"), ("g?y", "http://localhost/b/c/g?y"),
    ("#s", "http://localhost/b/c/d;p?q"), ("g#s", "http://localhost/b/c/g"),
    (";x", "http://localhost/b/c/;x"), ("g;x=1/./y", "http://localhost/b/c/g;x=1/y"),
    ("", "http://localhost/b/c/d;p?q"), (".", "http://localhost/b/c/"),
    ("./", "http://localhost/b/c/"), ("..", "http://localhost/b/"),
    ("../g", "http://localhost/b/g"), ("../..", "http://localhost/"),
    ("../../../g", "http://localhost/g"), ("/./g", "http://localhost/g"),
    ("/../g", "http://localhost/g"), ("g.", "http://localhost/b/c/g."),
    ("..g", "http://localhost/b/c/..g"), ("g?y/../x", "http://localhost/b/c/g?y/../x"),
    ("http://g", "http://g/"), ("HTTPS://g:1/a", "https://g:1/a"),
    ("a/b:c", "http://localhost/b/c/a/b:c"),
  ])
  func `resolves a relative reference`(_ reference: String, _ target: String) throws {
    let base = try #require(WebAddress("http://localhost/b/c/d;p?q"))
    #expect(base.resolving(reference)?.text == target)
  }

  @Test(arguments: [
    "g:h", "mailto:a@b", "http:g", "//user@g", "https://", "javascript:1", "/\u{7}",
  ])
  func `refuses a reference with another scheme`(_ reference: String) throws {
    let base = try #require(WebAddress("http://localhost/b/c/d;p?q"))
    #expect(base.resolving(reference) == nil)
  }
}
