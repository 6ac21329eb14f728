import Diary
import HTTP
import Testing

@testable import GitHub

@Suite struct LinkTests {
  @Test func `reads the next link of every page but the last`() {
    let header =
      #"<https://api.github.com/user/repos?page=2>; rel="next", <https://api.github.com/user/repos?page=9>; rel="last""#
    #expect(Link.next(in: [header]) == "https://api.github.com/user/repos?page=2")
  }

  @Test(arguments: [
    #"<https://a/x,y;z>; rel="next""#, "<https://a/x,y;z>;rel=next",
    "<https://a/x,y;z> ; REL = \"NEXT\"",
    #"<https://a/x,y;z>; title="a, b; c"; rel="prev next""#,
    #"<https://a/1>; rel="prev", <https://a/x,y;z>; rel="next""#,
    #"<https://a/x,y;z>; rel=next; rel=last"#,
  ])
  func `reads every form of a link`(_ header: String) {
    #expect(Link.next(in: [header]) == "https://a/x,y;z")
  }

  @Test(arguments: [
    "", "next", "<https://a", #"<https://a>"#, #"<https://a>; rel="prev""#, #"rel="next""#,
    "<<>>;;==,,",
    #"<https://a>; title="rel=next""#,
  ])
  func `returns nil without a next link`(_ header: String) {
    #expect(Link.next(in: [header]) == nil)
  }

  @Test func `joins several headers`() {
    let headers = ["<https://a/1>; rel=last", "<https://a/2>; rel=next", "<https://a/3>; rel=next"]
    #expect(Link.next(in: headers) == "https://a/2")
  }
}

@Suite struct HTTPDateTests {
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "sun, 06 nov 1994 08:49:37 gmt",
  ])
  func `reads the three HTTP date formats`(_ text: String) {
    #expect(Instant(httpDate: text) == Instant(secondsSince1970: 784_111_777))
  }

  @Test(arguments: [
    "", "0", "now", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
    "Sun, 06 Nov 99999 08:49:37 GMT",
    "Sun, 06 Xyz 1994 08:49:37 GMT", "Sun, 06 Nov 1994", ": : : : :",
  ])
  func `refuses invalid dates`(_ text: String) {
    #expect(Instant(httpDate: text) == nil)
  }

  @Test func `reads a token expiry with and without a zone`() {
    let end = Instant(rfc3339: "2024-08-14T08:24:53Z")
    #expect(Instant(expiry: "2024-08-14 08:24:53 UTC") == end)
    #expect(Instant(expiry: "2024-08-14 01:24:53 -0700") == end)
    #expect(Instant(expiry: nil) == nil)
    #expect(Instant(expiry: "soon") == nil)
  }

  @Test func `limits seconds to the calendar`() {
    #expect(Instant(epoch: "1721035644") == Instant(secondsSince1970: 1_721_035_644))
    for text in ["", "-1", "1e9", "253402300800", "99999999999999999999", " 1"] {
      #expect(Instant(epoch: text) == nil, "\(text)")
    }
  }
}

@Suite struct ServerTextTests {
  @Test func `a server message is short and on one line`() {
    #expect(ServerText.bounded("a\u{1B}[31m\nb\u{202E}c") == "a [31m b c")
    #expect(ServerText.bounded(String(repeating: "x", count: 500)).count == 201)
  }
}
