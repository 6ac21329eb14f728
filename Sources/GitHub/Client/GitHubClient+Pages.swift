import HTTP
import JSON
import Platform

extension GitHubClient {
  /// One page of a list. Whoever walks through the list keeps what is on a page, and then asks for
  /// `next`.
  public func page<Element: PageElement>(
    at address: PageAddress<Element>, etag: String? = nil
  ) async throws(GitHubError) -> FetchResult<Page<Element>> {
    try await fetch(GitHubRequest(address.url, etag: etag)) { json, exchange throws(GitHubError) in
      try Page(json, exchange, at: address, on: host)
    }
  }
}

extension Page {
  fileprivate init(
    _ json: JSONValue, _ exchange: RequestSender.Exchange, at asked: PageAddress<Element>,
    on host: GitHubHost
  ) throws(GitHubError) {
    guard let items = json.array else {
      throw .unexpected(detail: json.serverMessage ?? "list")
    }
    elements = items.compactMap { Element(json: $0, on: host) }
    skipped = items.count - elements.count
    let signOn = exchange.response.headers["x-github-sso"] ?? ""
    isPartial = signOn.hasPrefix("partial-results")
    address =
      exchange.request.url == asked.url
      ? asked : PageAddress(exchange.request.url)
    let link = Link(exchange.response.headers.all("link"))
    next = nil
    guard let url = link.next else { return }
    guard let origin = WebAddress(url)?.origin, origin == WebAddress(asked.url)?.origin else {
      throw .foreignURL(url: ServerText.bounded(url))
    }
    next = try asked.following(url, isEmpty: items.isEmpty)
  }
}
