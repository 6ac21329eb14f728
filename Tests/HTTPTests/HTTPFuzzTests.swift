import Platform
import StandIn
import TestSupport
import Testing

@testable import HTTP

/// Random input, which must quickly result in a value or an error.
@Suite struct HTTPFuzzTests {
  @Test func `any bytes give a head or an error`() {
    Fuzz.rounds(31, atLeast: 2_000) { random in
      var reader = HeaderParser()
      if Bool.random(using: &random) { _ = reader.read(Array("HTTP/1.1 200 OK\r\n".utf8)) }
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        let letters = Array("HTP/1. 20:\r\n\t a\0\u{FF}".utf8) + [0xFF, 0x80]
        let count = Int.random(in: 0..<24, using: &random)
        let line = (0..<count).map { _ in letters.randomElement(using: &random) ?? 0 }
        _ = reader.read(line)
      }
      for field in reader.headers.fields {
        #expect(field.value.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 })
      }
    }
  }

  private static let pieces = [
    "http", "https", "://", ":", "/", "//", "?", "#", "@", "[", "]", "::1", "..", ".", "%", "\\",
    "a", "é", "\u{301}", " ", "1", "65535", "\r", "\0", "localhost",
  ]

  private static func text(_ random: inout Seeded) -> String {
    (0..<Int.random(in: 0..<9, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  @Test func `any text gives an address that can be read back, or none`() {
    Fuzz.rounds(32, atLeast: 5_000) { random in
      let tail = Self.text(&random)
      for text in [tail, "https://" + tail, "https://a/" + tail] {
        guard let address = WebAddress(text) else { continue }
        #expect(WebAddress(address.text) == address)
        #expect(address.text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 })
        #expect(!address.host.contains("@"))
        if let next = address.resolving(tail) { #expect(WebAddress(next.text) == next) }
      }
    }
  }

  @Test func `no redirect forwards what it must not`() throws {
    try Fuzz.rounds(33, atLeast: 2_000) { random in
      var chain = try RedirectChain(HTTPRequest(.post, "https://api.github.com/a"))
      let origin = chain.address
      var hasLeft = false
      var count = 0
      while count <= RedirectChain.limit {
        count += 1
        let prefix = [
          "", "https://", "https://api.github.com/", "https://api.github.com:443@", "//",
        ]
        let location = (prefix.randomElement(using: &random) ?? "") + Self.text(&random)
        let status = [301, 302, 303, 307, 308].randomElement(using: &random) ?? 301
        do {
          try chain.follow(status: status, headers: HTTPHeaders([("Location", location)]))
        } catch {
          break
        }
        if chain.address.origin != origin.origin { hasLeft = true }
        #expect(chain.address.scheme == .https, "\(location)")
        #expect(!(hasLeft && chain.carriesAuthorization), "\(location)")
      }
      #expect(count <= RedirectChain.limit + 1)
    }
  }

  @Test func `any bytes from a server give a response or an error`() async throws {
    let server = try LoopbackServer { request in
      var random = Seeded(UInt64(request.query("seed") ?? "") ?? 0)
      return .raw(Noise.answer(using: &random))
    }
    let transport = CurlTransport()
    await Fuzz.rounds(34, atLeast: 4) { random in
      let seeds = (0..<100).map { _ in UInt64.random(in: 0 ... .max, using: &random) }
      await withTaskGroup { group in
        for seed in seeds {
          group.addTask {
            let request = HTTPRequest(
              .get, "\(server.url)/?seed=\(seed)", bodyLimit: 10_000, wholeDeadline: .seconds(120))
            switch await transport.failure(of: request) {
            case .timedOut, .cancelled, .libraryMissing: Issue.record("seed \(seed)")
            default: break
            }
          }
        }
      }
    }
  }
}

/// Random sequences of parts of responses.
private enum Noise {
  private static let pieces = [
    "HTTP/1.1 200 OK\r\n", "HTTP/1.0 500\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 302 Found\r\n", "Location: /\r\n", "Location: \u{1}\r\n", "Content-Length: 5\r\n",
    "Content-Length: x\r\n", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip\r\n",
    "Content-Encoding: gzip, br, zstd\r\n", "Content-Encoding: deflate\r\n", "Trailer: a\r\n",
    "Connection: keep-alive\r\n", "Connection: close\r\n", "Upgrade: h2c\r\n", " folded\r\n",
    "\r\n", "\n", "\r", "5\r\nhello\r\n", "0\r\n\r\n", "ffffffffffffffff\r\n", "\u{1f}\u{8b}",
    "a: b\r\n", ":\r\n", "\0", "WWW-Authenticate: Negotiate\r\n", "Set-Cookie: a=b\r\n",
    "Alt-Svc: h2=\":1\"\r\n", "Retry-After: 9999999999999\r\n",
  ]

  static func answer(using random: inout Seeded) -> [UInt8] {
    var bytes: [UInt8] = []
    if Int.random(in: 0..<4, using: &random) > 0 { bytes += Array("HTTP/1.1 200 OK\r\n".utf8) }
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes += (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
    }
    return bytes
  }
}
