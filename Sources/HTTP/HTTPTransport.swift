/// Sends requests to servers and returns their responses.
public protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
