import HTTP
import Testing

@Suite struct HTTPHeadersTests {
  @Test func `header names ignore case`() {
    let headers: HTTPHeaders = ["ETag": "W/\"1\""]
    #expect(headers["etag"] == "W/\"1\"")
    #expect(headers["ETAG"] == "W/\"1\"")
    #expect(headers["tag"] == nil)
    #expect(headers == ["etag": "W/\"1\""])
  }

  @Test func `keeps repeated fields in order`() {
    let headers = HTTPHeaders([("Link", "a"), ("Date", "b"), ("link", "c")])
    #expect(headers["link"] == "a")
    #expect(headers.all("LINK") == ["a", "c"])
    #expect(headers.fields.map(\.name) == ["link", "date", "link"])
  }

  @Test func `setting a field replaces all with its name`() {
    var headers = HTTPHeaders([("a", "1"), ("b", "2"), ("A", "3")])
    headers["A"] = "4"
    #expect(headers == HTTPHeaders([("b", "2"), ("a", "4")]))
    headers["b"] = nil
    #expect(headers.fields.count == 1)
  }

  @Test(arguments: [
    ("a", "line\r\nx-other: 1"), ("a", "line\nnext"), ("a", "nul\0"), ("a", "\u{7F}"),
    ("", "value"), ("a b", "value"), ("a:", "value"), ("a\r\nb", "value"), ("é", "value"),
  ])
  func `drops invalid fields`(_ name: String, _ value: String) {
    #expect(HTTPHeaders([(name, value)]).fields.isEmpty)
  }

  @Test(arguments: [(" a ", "a"), ("\t", ""), ("", ""), ("a b", "a b"), (" 회고 ", "회고")])
  func `trims values`(_ value: String, _ kept: String) {
    #expect(HTTPHeaders([("name", value)])["name"] == kept)
  }
}
