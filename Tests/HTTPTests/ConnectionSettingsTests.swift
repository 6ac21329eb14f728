import Platform
import Testing

@testable import HTTP

@Suite struct ConnectionSettingsTests {
  private func route(_ variables: [String: String]) -> ConnectionSettings {
    ConnectionSettings(Environment(variables))
  }

  @Test func `an empty environment sets nothing`() {
    let route = route([:])
    #expect(route.proxy == nil)
    #expect(route.exceptions == "")
    #expect(route.certificateFile == nil)
    #expect(route.certificateFolder == nil)
  }

  @Test func `lower-case variables and the scheme's own take precedence`() {
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

  @Test func `reads no_proxy in either case`() {
    #expect(route(["NO_PROXY": "a"]).exceptions == "a")
    #expect(route(["NO_PROXY": "a", "no_proxy": "b"]).exceptions == "b")
  }

  @Test(arguments: [
    "http://localhost/", "http://127.0.0.1:8080/", "http://[::1]/", "https://localhost/",
    "https://127.9.9.9/", "https://[::1]:8443/",
  ])
  func `loopback uses no proxy`(_ address: String) throws {
    let address = try #require(WebAddress(address))
    for variable in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
      #expect(route([variable: "http://127.0.0.1:3128"]).proxy(to: address) == nil)
    }
  }

  @Test func `other hosts use the proxy`() throws {
    let address = try #require(WebAddress("https://127.0.0.1.example.com/"))
    #expect(route(["all_proxy": "http://127.0.0.1:3128"]).proxy(to: address) != nil)
    // A web server would set that for a header `Proxy` of any visitor.
    #expect(route(["HTTP_PROXY": "localhost:1", "http_proxy": "localhost:1"]).proxy == nil)
  }

  @Test func `certificate variables follow curl`() {
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
