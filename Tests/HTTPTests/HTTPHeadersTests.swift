import Testing

@testable import HTTP

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

@Suite struct HeaderParserTests {
  private func read(_ lines: String...) -> HeaderParser? {
    var reader = HeaderParser()
    for line in lines { guard reader.read(Array((line + "\r\n").utf8)) else { return nil } }
    return reader
  }

  @Test func `reads status and fields`() throws {
    let head = try #require(read("HTTP/1.1 404 Not Found", "ETag: \"a:b\"", "empty:", ""))
    #expect(head.isComplete)
    #expect(head.status == 404)
    #expect(head.headers == ["etag": "\"a:b\"", "empty": ""])
  }

  @Test func `drops interim responses`() throws {
    let head = try #require(
      read("HTTP/1.1 103 Early Hints", "Link: a", "", "HTTP/2 200", "date: b", ""))
    #expect(head.status == 200)
    #expect(head.headers == ["date": "b"])
  }

  @Test func `ignores trailers`() throws {
    let head = try #require(read("HTTP/2 200", "a: 1", "", "b: 2", "HTTP/1.1 500", ""))
    #expect(head.status == 200)
    #expect(head.headers == ["a": "1"])
  }

  @Test func `joins folded fields`() throws {
    let head = try #require(read("HTTP/1.1 200 OK", "a: 1", "\t 2", " 3", "b: 4", ""))
    #expect(head.headers == ["a": "1  2 3", "b": "4"])
  }

  @Test func `skips invalid lines`() throws {
    let head = try #require(read("HTTP/1.1 200 OK", " lost", "nothing", ": x", "a: 1", ""))
    #expect(head.headers == ["a": "1"])
  }

  @Test(arguments: ["HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000", "HTTP/1.1 abc", "HTTP/1.1 099", ""])
  func `refuses an invalid status`(_ line: String) {
    #expect(read(line) == nil)
  }

  @Test(arguments: ["-1", "+1", "1a", "", "99999999999999999999", "0x1"])
  func `refuses an invalid Content-Length`(_ length: String) {
    #expect(read("HTTP/1.1 200 OK", "Content-Length: \(length)", "") == nil)
  }

  @Test func `accepts a repeated length but not two different ones`() {
    #expect(read("HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 1", "") != nil)
    #expect(read("HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 2", "") == nil)
  }

  @Test func `limits the size of a head`() {
    var reader = HeaderParser()
    _ = reader.read(Array("HTTP/1.1 200 OK\r\n".utf8))
    var count = 0
    while reader.read(Array("a: \(String(repeating: "b", count: 1000))\r\n".utf8)) { count += 1 }
    #expect((60...65).contains(count))
  }

  @Test func `limits interim responses`() {
    var reader = HeaderParser()
    var count = 0
    while reader.read(Array("HTTP/1.1 100 Continue\r\n".utf8)), reader.read(Array("\r\n".utf8)) {
      count += 1
    }
    #expect(count < 4096)
  }
}
