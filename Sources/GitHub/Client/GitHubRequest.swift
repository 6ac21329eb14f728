import HTTP

/// A request, which may be sent several times.
struct GitHubRequest {
  var url: String
  var etag: String?
  /// The body of a GraphQL query. Queries only read, so they can be repeated like other requests.
  var query: [UInt8]?
  var headers: HTTPHeaders = [
    "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
  ]
  var authorization: Authorization?
  var bodyLimit = 32 << 20

  /// Enough for the largest response on a slow line (32 MiB at 1 Mbit/s), and a limit for a server
  /// that sends only a byte now and then.
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

  /// Requests a smaller page after the server failed to create this one.
  mutating func requestSmallerPage() {
    guard query == nil, let smaller = PageSize.halved(url) else { return }
    url = smaller
    etag = nil
  }
}
