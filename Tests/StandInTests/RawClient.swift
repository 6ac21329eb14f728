import Glibc
import StandIn

/// A minimal client with a plain socket. It shares no code with the server, so that both cannot
/// have the same mistake.
final class RawClient {
  private let number: Int32
  private let port: Int
  private var buffer: [UInt8] = []

  struct Reply {
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    /// Whether the connection was closed before the body was complete.
    var isCut = false

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  struct Refused: Error {}

  init(_ port: Int) throws {
    self.port = port
    number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { [number] in
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Refused() }
    // If the server does not respond, the test fails and does not hang.
    var deadline = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      number, SOL_SOCKET, SO_RCVTIMEO, &deadline, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(number) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Sends a request, and waits for the complete reply; `nil` if there is none.
  func ask(
    _ method: String = "GET", _ target: String, _ headers: [String: String] = [:], body: String = ""
  ) -> Reply? {
    request(method, target, headers, body: body)
    return reply(to: method)
  }

  func request(
    _ method: String = "GET", _ target: String, _ headers: [String: String] = [:], body: String = ""
  ) {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if !body.isEmpty { head += "Content-Length: \(body.utf8.count)\r\n" }
    send(head + "\r\n" + body)
  }

  func reply(to method: String = "GET") -> Reply? {
    guard var reply = head() else { return nil }
    if method == "HEAD" || [204, 304].contains(reply.status) { return reply }
    if reply["Transfer-Encoding"] == "chunked" {
      while let size = line(), let length = Int(size, radix: 16) {
        guard let chunk = take(length), self.line() == "" else { break }
        if length == 0 { return reply }
        reply.body += chunk
      }
      reply.isCut = true
      return reply
    }
    guard let length = reply["Content-Length"].flatMap({ Int($0) }) else { return reply }
    if let body = take(length) {
      reply.body = body
    } else {
      reply.body = rest()
      reply.isCut = true
    }
    return reply
  }

  func head() -> Reply? {
    guard let first = line(), first.hasPrefix("HTTP/1.1 "),
      let status = Int(first.dropFirst(9).prefix(3))
    else { return nil }
    var headers: [(name: String, value: String)] = []
    while let line = line() {
      if line.isEmpty { return Reply(status: status, headers: headers, body: []) }
      guard let colon = line.firstRange(of: ": ") else { return nil }
      headers.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
    }
    return nil
  }

  /// Everything up to the end of the connection.
  func rest() -> [UInt8] {
    while receive() {}
    defer { buffer = [] }
    return buffer
  }

  func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count { guard receive() else { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  private func line() -> String? {
    while true {
      if let end = buffer.indices.dropLast().first(where: {
        buffer[$0] == 13 && buffer[$0 + 1] == 10
      }) {
        defer { buffer.removeFirst(end + 2) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard receive() else { return nil }
    }
  }

  private func receive() -> Bool {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(number, &piece, piece.count, 0)
    guard count > 0 else { return false }
    buffer += piece.prefix(count)
    return true
  }
}
