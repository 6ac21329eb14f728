/// What brings requests to servers and answers back.
public protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
