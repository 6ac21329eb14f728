public import JSON
import Platform

/// A request from a client.
public struct IncomingRequest: Sendable {
  public var method: String
  /// As sent: `/a?b=c`, or `http://host/a?b=c` for a proxy, or `host:443` for a tunnel.
  public var target: String
  public var headers: Headers
  public var body: [UInt8]
  /// The number of the connection, starting at 1.
  public var connection: Int
  public var arrived: ContinuousClock.Instant
}

extension IncomingRequest {
  /// Header fields, with case-insensitive names.
  public struct Headers: Sendable {
    public var fields: [(name: String, value: String)]

    public init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    /// The first field with this name.
    public subscript(name: String) -> String? { all(name).first }

    public func all(_ name: String) -> [String] {
      let name = name.lowercased()
      return fields.filter { $0.name.lowercased() == name }.map(\.value)
    }
  }

  /// The path without the query, not decoded.
  public var path: String { String(origin.prefix { $0 != "?" }) }

  public var rawQuery: String { String(origin.drop { $0 != "?" }.dropFirst()) }

  public var query: [(name: String, value: String)] { Percent.fields(Array(rawQuery.utf8)) }

  /// The first value with this name in the query.
  public func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The fields of a form in the body. If a name occurs twice, the last value is used.
  public func form() -> [String: String] {
    Dictionary(Percent.fields(body).map { ($0.name, $0.value) }) { $1 }
  }

  /// The body, if it is JSON.
  public var json: JSONValue? { try? JSONParser.parse(body) }

  /// The target without scheme and host.
  private var origin: Substring {
    guard let scheme = target.firstRange(of: "://"), !target.hasPrefix("/") else {
      return target[...]
    }
    let rest = target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    return rest.isEmpty ? "/" : rest
  }
}

extension IncomingRequest: CustomStringConvertible {
  /// For failure messages, such as `GET /a?b=c`.
  public var description: String { "\(method) \(target)" }
}

/// Reads the requests of a connection one by one.
struct RequestReader {
  let socket: Socket
  let connection: Int
  private(set) var buffer: [UInt8] = []
  private static let largestHead = 1 << 20

  enum Outcome {
    case request(IncomingRequest)
    case malformed
    /// The client has sent its last request.
    case ended
  }

  mutating func next() -> Outcome {
    guard let head = head() else { return .ended }
    let arrived = ContinuousClock.now
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines.removeFirst().split(separator: " ")
    guard words.count == 3, words[2] == "HTTP/1.1" else { return .malformed }
    var fields: [(name: String, value: String)] = []
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return .malformed }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      fields.append((String(line[..<colon]), String(value)))
    }
    let headers = IncomingRequest.Headers(fields)
    guard let body = body(headers) else { return .ended }
    let request = IncomingRequest(
      method: String(words[0]), target: String(words[1]), headers: headers, body: body,
      connection: connection, arrived: arrived)
    return .request(request)
  }

  /// Bytes received after the last request, which a tunnel has to forward.
  mutating func takeRest() -> [UInt8] {
    defer { buffer = [] }
    return buffer
  }

  private mutating func head() -> String? {
    var searched = 0
    while true {
      if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8), from: searched) {
        defer { buffer.removeFirst(end + 4) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      searched = max(0, buffer.count - 3)
      guard buffer.count < Self.largestHead, receive() else { return nil }
    }
  }

  private mutating func body(_ headers: IncomingRequest.Headers) -> [UInt8]? {
    guard let length = headers["Content-Length"].flatMap(Int.init), length > 0 else { return [] }
    return take(length)
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0 else { return nil }
    while buffer.count < count { guard receive() else { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  private mutating func receive() -> Bool {
    guard let bytes = socket.receive(), !bytes.isEmpty else { return false }
    buffer += bytes
    return true
  }
}

extension [UInt8] {
  /// The first index of `pattern`.
  fileprivate func firstRange(of pattern: [UInt8], from start: Int) -> Int? {
    guard count >= pattern.count else { return nil }
    return (start...Swift.max(start, count - pattern.count)).first {
      self[$0...].starts(with: pattern)
    }
  }
}
