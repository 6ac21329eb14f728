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
    #expect(Percent.fields(Array(encoded.utf8)).map(\.name) == [text])
  }

  @Test func `reads and writes a form`() {
    let fields = Percent.fields(Array("a=1&b=x%20y+z&c&=d&e=%zz%4&f=%ED%95%9C".utf8))
    #expect(fields.map(\.name) == ["a", "b", "c", "", "e", "f"])
    #expect(fields.map(\.value) == ["1", "x y z", "", "d", "%zz%4", "한"])
    #expect(Percent.encode([("grant type", "a:b&c")]) == "grant%20type=a%3Ab%26c")
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

@Suite struct AddressRedactionTests {
  @Test(arguments: [
    ("https://octocat:sesame@example.com/", "https://***@example.com/"),
    ("https://sesame@example.com", "https://***@example.com"),
    ("https://a:ses@me@example.com/x", "https://***@example.com/x"),
    ("octocat:sesame@example.com", "***@example.com"), ("sesame@host:path", "***@host:path"),
    ("https://a/ses@\u{301}me", "https://***@\u{301}me"), ("git@host:path", "git@host:path"),
    ("no address", "no address"), ("", ""),
    ("https://a/b?token=sesame", "https://a/b?***"), ("git@a:b#sesame", "git@a:b#***"),
    ("https://a/b;t=sesame", "https://a/b;***"),
    ("https://sesame@a/b?c=d@e", "https://***@e"), ("a?", "a?"), ("c#", "c#"),
  ])
  func `shows addresses without passwords and tokens`(_ text: String, _ shown: String) {
    #expect(AddressRedaction.hidingSecrets(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }
}
