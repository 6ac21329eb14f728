/// The answer of a server, whatever its status.
public struct HTTPResponse: Sendable, Hashable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// Where it came from: after redirects, not what was asked for.
  public var url: String

  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }
}
