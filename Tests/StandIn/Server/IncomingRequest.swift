public import JSON

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

  public init(
    method: String = "GET", target: String, headers: Headers = Headers(), body: [UInt8] = [],
    connection: Int = 0, arrived: ContinuousClock.Instant = .now
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.connection = connection
    self.arrived = arrived
  }
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

  public var query: [(name: String, value: String)] { PercentCoding.pairs(rawQuery) }

  /// The first value with this name in the query.
  public func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The fields of a form in the body. If a name occurs twice, the last value is used.
  public func form() -> [String: String] {
    let pairs = PercentCoding.pairs(String(decoding: body, as: UTF8.self))
    return Dictionary(pairs.map { ($0.name, $0.value) }) { $1 }
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
