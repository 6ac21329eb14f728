import Platform
import Testing

@Suite struct AddressPartsTests {
  @Test func `splits an address into parts`() throws {
    let parts = try #require(AddressParts("SSH://me:s@cret@Git.example.com:22/a%20b/?x=1?2#y#z"))
    #expect(parts.scheme == "ssh")
    #expect(parts.user == "me:s@cret")
    #expect(parts.host == "Git.example.com")
    #expect(parts.port == 22)
    #expect(parts.path == "/a%20b/")
    #expect(parts.query == "x=1?2")
    #expect(parts.fragment == "y#z")
  }

  @Test func `missing parts are nil, empty parts are empty`() throws {
    let bare = try #require(AddressParts("https://example.com"))
    #expect(bare.user == nil && bare.port == nil && bare.query == nil && bare.fragment == nil)
    #expect(bare.path.isEmpty)
    let empty = try #require(AddressParts("https://@example.com:/?#"))
    #expect(empty.user == "" && empty.port == nil && empty.query == "" && empty.fragment == "")
    #expect(AddressParts("file:///srv/git")?.host == "")
    #expect(AddressParts("https://a#b?c")?.query == nil)
  }

  @Test func `an IPv6 address has brackets`() throws {
    let parts = try #require(AddressParts("http://[::1]:8080/x"))
    #expect(parts.host == "::1" && parts.isBracketed && parts.port == 8080)
    #expect(AddressParts("http://a/[::1]")?.isBracketed == false)
  }

  @Test func `a combining mark does not hide a slash`() throws {
    let parts = try #require(AddressParts("https://example.com/\u{301}@evil.com/"))
    #expect(parts.host == "example.com")
    #expect(parts.user == nil)
  }

  @Test(arguments: [
    "", "example.com", "https:", "https:/a", "://a", "h ttps://a", "git@host:a//b", "https://[::1",
    "https://[::1]x/", "https://a:b/", "https://a:0/", "https://a:65536/", "https://a:+1/",
    "https://a:1:2/", "https://::1/",
  ])
  func `text without a scheme is no address`(_ text: String) {
    #expect(AddressParts(text) == nil)
  }
}

@Suite struct PercentTests {
  @Test func `percent-encodes and decodes text`() {
    let text = "a b/c?d=e&f#g~h_i-j.k%+한"
    let encoded = Percent.encode(text)
    #expect(encoded == "a%20b%2Fc%3Fd%3De%26f%23g~h_i-j.k%25%2B%ED%95%9C")
    #expect(Percent.decode(form: Array(encoded.utf8)[...]) == text)
  }

  @Test func `escapes dot segments`() {
    #expect(Percent.encodeSegment("..") == "%2E%2E")
    #expect(Percent.encodeSegment("a/../b?c#d") == "a%2F..%2Fb%3Fc%23d")
    #expect(Percent.encodeSegment("한") == "%ED%95%9C")
  }

  @Test(arguments: [
    ("%ED%9A%8C", "회"), ("a%2Fb", "a%2Fb"), ("a%2fb", "a%2fb"), ("a+b", "a+b"), ("%", "%"),
    ("%4", "%4"), ("%zz", "%zz"), ("%FF", "%FF"), ("%41%", "A%"), ("%%41", "%A"),
  ])
  func `decodes a path unless that changes its folders`(_ text: String, _ path: String) {
    #expect(Percent.decode(path: text) == path)
  }
}
