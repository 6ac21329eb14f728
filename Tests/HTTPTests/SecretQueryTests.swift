import StandIn
import Testing

@testable import HTTP

@Suite struct SecretQueryTests {
  private func request(_ url: String) -> HTTPRequest {
    var request = HTTPRequest(.get, url)
    request.secretQuery = SecretQuery("appid", "ses+ame")
    return request
  }

  @Test func `sends the secret query only to the server`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let traces = Recorder<HTTPTrace>()
    let transport = CurlTransport(recording: traces)
    let response = try await transport.send(request(server.url + "/a?b=c"))
    _ = try await transport.send(request(server.url + "/a"))
    #expect(server.requests.map(\.target) == ["/a?b=c&appid=ses%2Bame", "/a?appid=ses%2Bame"])
    #expect(response.url == server.url + "/a?b=c")
    #expect(traces.values.map(\.url) == [server.url + "/a?b=c", server.url + "/a"])
  }

  @Test func `redirects drop it, and a Location that repeats it is refused`() async throws {
    let other = try LoopbackServer { _ in .text("ok") }
    let server = try LoopbackServer { request in .redirect(to: other.url + request.target) }
    let traces = Recorder<HTTPTrace>()
    let response = try await CurlTransport(recording: traces).send(request(server.url + "/a"))
    #expect(response.status == 302)
    #expect(other.requests.isEmpty)
    #expect(traces.values.map(\.url) == [server.url + "/a"])
  }

  @Test func `no error contains it`() async throws {
    let server = try LoopbackServer { _ in .dropped }
    for url in [server.url, "http://127.0.0.1:1/", "http://198.51.100.1/", "ftp://a", ""] {
      let error = await error { () throws(HTTPError) in
        try await CurlTransport().send(request(url))
      }
      #expect(!"\(try #require(error))".contains("ses"))
    }
  }

  @Test func `printing does not reveal it`() {
    let request = request("https://example.com/")
    var dumped = ""
    dump(request, to: &dumped)
    for text in ["\(request)", String(reflecting: request), dumped] {
      #expect(!text.contains("ses"), "\(text)")
    }
  }
}
