/// A response with any status.
public struct HTTPResponse: Sendable, Hashable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// The address of the response, which differs from the request after redirects.
  public var url: String

  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }
}
