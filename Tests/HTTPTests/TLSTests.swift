import HTTP
import Platform
import TestSupport
import Testing

@Suite struct TLSTests {
  private func failure(_ url: String, _ variables: [String: String]) async -> HTTPError? {
    await CurlTransport(variables).failure(of: HTTPRequest(.get, url))
  }

  @Test(arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE"])
  func `accepts a certificate trusted by the environment`(_ variable: String) async throws {
    let maker = try CertificateMaker()
    let server = try TLSServer.greeting(maker)
    let transport = CurlTransport([variable: maker.path])
    let response = try await transport.send(HTTPRequest(.get, server.url))
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self).contains("TLSv1."))
  }

  @Test func `refuses an untrusted certificate`() async throws {
    let maker = try CertificateMaker()
    let server = try TLSServer.greeting(maker)
    let other = try CertificateMaker()
    for variables in [[:], ["SSL_CERT_FILE": other.path], ["SSL_CERT_DIR": "/nowhere"]] {
      let error = await failure(server.url, variables)
      guard case .certificate(host: "localhost", let detail) = error else {
        Issue.record("\(variables): \(String(describing: error))")
        continue
      }
      #expect(!detail.isEmpty)
    }
  }

  @Test func `refuses a certificate for another host`() async throws {
    let maker = try CertificateMaker()
    let server = try TLSServer.greeting(maker, for: "DNS:example.com,DNS:*.localhost,IP:127.0.0.2")
    for host in ["localhost", "127.0.0.1"] {
      let error = await failure(
        "https://\(host):\(server.port)/", ["SSL_CERT_FILE": maker.path])
      guard case .certificate(host: host, _) = error else {
        Issue.record("\(host): \(String(describing: error))")
        continue
      }
    }
  }

  @Test func `a missing certificate file is an error`() async throws {
    let maker = try CertificateMaker()
    let server = try TLSServer.greeting(maker)
    guard case .certificate = await failure(server.url, ["SSL_CERT_FILE": "/nowhere.pem"]) else {
      return #expect(Bool(false), "taken")
    }
  }

  @Test func `refuses old TLS versions`() async throws {
    let maker = try CertificateMaker()
    let server = try TLSServer.greeting(
      maker, for: "DNS:localhost", ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
    guard case .unreachable = await failure(server.url, ["SSL_CERT_FILE": maker.path]) else {
      return #expect(Bool(false), "spoken")
    }
  }

  @Test func `refuses a redirect from HTTPS to plain HTTP`() async throws {
    let maker = try CertificateMaker()
    let (key, certificate) = try maker.certify("DNS:localhost")
    let folder = try TemporaryFolder()
    // The file is sent unchanged, including the headers.
    try folder.write(
      "HTTP/1.0 302 Found\r\nLocation: http://localhost:1/\r\n\r\n", to: "moved")
    let server = try TLSServer([
      "sh", "-c", "cd \"$0\" && exec openssl \"$@\"", folder.path, "s_server", "-accept",
      "127.0.0.1:0", "-HTTP", "-key", key, "-cert", certificate,
    ])
    let error = await failure(server.url + "moved", ["SSL_CERT_FILE": maker.path])
    #expect(error == .insecure(url: "http://localhost:1/"))
  }
}
