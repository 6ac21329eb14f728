public import JSON

/// What a client asked for.
public struct IncomingRequest: Sendable {
  public var method: String
  /// As it was sent: `/a?b=c`, or `http://host/a?b=c` to a proxy, or `host:443` for a tunnel.
  public var target: String
  public var headers: Headers
  public var body: [UInt8]
  /// The how manyth connection it came on, from 1.
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
  /// The fields of a head, whose names are compared without case.
  public struct Headers: Sendable {
    public var fields: [(name: String, value: String)]

    public init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    /// The first field of that name.
    public subscript(name: String) -> String? { all(name).first }

    public func all(_ name: String) -> [String] {
      let name = name.lowercased()
      return fields.filter { $0.name.lowercased() == name }.map(\.value)
    }
  }

  /// Without the query, and not decoded.
  public var path: String { String(origin.prefix { $0 != "?" }) }

  public var rawQuery: String { String(origin.drop { $0 != "?" }.dropFirst()) }

  public var query: [(name: String, value: String)] { PercentCoding.pairs(rawQuery) }

  /// The first value of that name in the query.
  public func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The fields of a body that is a form; of two with one name, the last.
  public func form() -> [String: String] {
    let pairs = PercentCoding.pairs(String(decoding: body, as: UTF8.self))
    return Dictionary(pairs.map { ($0.name, $0.value) }) { $1 }
  }

  /// The body, where it is JSON.
  public var json: JSONValue? { try? JSONParser.parse(body) }

  /// The target from its path on.
  private var origin: Substring {
    guard let scheme = target.firstRange(of: "://"), !target.hasPrefix("/") else {
      return target[...]
    }
    let rest = target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    return rest.isEmpty ? "/" : rest
  }
}

extension IncomingRequest: CustomStringConvertible {
  /// `GET /a?b=c`, to be read in a failed test.
  public var description: String { "\(method) \(target)" }
}
