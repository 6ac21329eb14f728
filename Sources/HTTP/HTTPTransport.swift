/// What brings requests to servers and answers back.
public protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

  /// Hands over the body in pieces, as it comes, and returns the answer without it. The pieces of an
  /// answer that is cut short have been handed over all the same.
  ///
  /// - Parameter receiving: Called on a thread of the transport's, which should not wait for it.
  func send(
    _ request: HTTPRequest, receiving: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(HTTPError) -> HTTPResponse
}

extension HTTPTransport {
  /// In one piece, for transports that have no other.
  public func send(
    _ request: HTTPRequest, receiving: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(HTTPError) -> HTTPResponse {
    var response = try await send(request)
    if !response.body.isEmpty { receiving(response.body) }
    response.body = []
    return response
  }
}
