import Platform
import Testing

@testable import HTTP

@Suite struct RouteTests {
  private func route(_ variables: [String: String]) -> Route { Route(Environment(variables)) }

  @Test func `an empty environment names nothing`() {
    let route = route([:])
    #expect(route.proxy == nil)
    #expect(route.plainProxy == nil)
    #expect(route.exceptions == "")
    #expect(route.certificateFile == nil)
    #expect(route.certificateFolder == nil)
  }

  @Test func `small letters go before capitals, and a scheme before all`() {
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

  @Test func `exceptions are read in small letters and in capitals`() {
    #expect(route(["NO_PROXY": "a"]).exceptions == "a")
    #expect(route(["NO_PROXY": "a", "no_proxy": "b"]).exceptions == "b")
  }

  @Test(arguments: [
    ("127.0.0.1:3128", true), ("http://localhost:3128/", true), ("socks5h://u:p@[::1]:1", true),
    ("http://u:p@w@localhost", true), ("proxy.example.com:3128", false), ("localhost@evil", false),
    ("http://localhost:1@example.com", false), ("http://127.0.0.1.example.com", false), ("", false),
  ])
  func `what may be plain because it stays here takes no proxy elsewhere`(
    _ proxy: String, _ isTaken: Bool
  ) {
    #expect(route(["http_proxy": proxy]).plainProxy == (isTaken ? proxy : nil))
  }

  @Test func `a proxy in the variable that a visitor of a web server can set is not heard`() {
    #expect(route(["HTTP_PROXY": "localhost:1"]).plainProxy == nil)
  }

  @Test func `certificates are those that the curl program would take`() {
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
