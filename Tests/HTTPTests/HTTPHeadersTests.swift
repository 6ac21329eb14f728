import HTTP
import Testing

@Suite struct HTTPHeadersTests {
  @Test func `names are compared without case`() {
    let headers: HTTPHeaders = ["ETag": "W/\"1\""]
    #expect(headers["etag"] == "W/\"1\"")
    #expect(headers["ETAG"] == "W/\"1\"")
    #expect(headers["tag"] == nil)
    #expect(headers == ["etag": "W/\"1\""])
  }

  @Test func `fields with one name are all kept, in their order`() {
    let headers = HTTPHeaders([("Link", "a"), ("Date", "b"), ("link", "c")])
    #expect(headers["link"] == "a")
    #expect(headers.all("LINK") == ["a", "c"])
    #expect(headers.fields.map(\.name) == ["link", "date", "link"])
  }

  @Test func `setting a field takes the place of all with its name`() {
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
  func `what would break a head is left out`(_ name: String, _ value: String) {
    #expect(HTTPHeaders([(name, value)]).fields.isEmpty)
  }

  @Test(arguments: [(" a ", "a"), ("\t", ""), ("", ""), ("a b", "a b"), (" 회고 ", "회고")])
  func `spaces around a value are not part of it`(_ value: String, _ kept: String) {
    #expect(HTTPHeaders([("name", value)])["name"] == kept)
  }
}
