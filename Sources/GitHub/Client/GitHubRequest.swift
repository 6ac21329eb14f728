import HTTP

/// A request, before it is known when and how often it is sent.
struct GitHubRequest {
  var url: String
  var etag: String?
  /// A request with a body is a GraphQL query, which reads and changes nothing: it can be sent
  /// twice as well as any other.
  var query: [UInt8]?
  var headers: HTTPHeaders = [
    "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
  ]
  var authorization: Authorization?
  var bodyLimit = 32 << 20

  /// Enough for the largest answer over a slow line (32 MiB at 1 Mbit/s), and an end for a server
  /// that sends a byte now and then.
  static let maximumDuration = Duration.seconds(300)

  init(_ url: String, etag: String? = nil) {
    self.url = url
    self.etag = etag
  }

  func httpRequest(within left: Duration?) -> HTTPRequest {
    var request = HTTPRequest(query == nil ? .get : .post, url)
    request.headers = headers
    if let etag { request.headers["If-None-Match"] = etag }
    if let query {
      request.headers["Content-Type"] = "application/json"
      request.body = query
    }
    request.authorization = authorization
    request.bodyLimit = bodyLimit
    request.wholeDeadline = min(
      left ?? GitHubRequest.maximumDuration, GitHubRequest.maximumDuration)
    return request
  }

  /// Asks for a smaller page, after the host gave up on this one.
  mutating func requestSmallerPage() {
    guard query == nil, let smaller = PageSize.halved(url) else { return }
    url = smaller
    etag = nil
  }
}
