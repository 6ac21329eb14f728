import HTTP
public import JSON
import Platform

/// An element of a page. The initializer returns `nil` if the JSON is not valid.
public protocol PageElement: Sendable {
  init?(json: JSONValue, on host: GitHubHost)
}

/// The address of a page, with the pages visited before it.
public struct PageAddress<Element: PageElement>: Hashable, Sendable {
  /// The key under which the tag of the page is saved. For following pages, this is exactly the
  /// address that the host sent.
  public let url: String
  /// The addresses of the previous pages.
  private var visited: Set<String> = []
  private var emptyPages = 0

  /// - Parameter url: One that was saved in an earlier run must be on the same host.
  public init(_ url: String) {
    self.url = url
  }

  public static func == (left: Self, right: Self) -> Bool { left.url == right.url }
  public func hash(into hasher: inout Hasher) { hasher.combine(url) }

  /// More pages than any list has, so that a server that sends pages endlessly is noticed.
  private static var maximumPages: Int { 20_000 }
  private static var maximumEmptyPages: Int { 20 }

  /// The page after this one.
  func following(_ next: String, isEmpty: Bool) throws(GitHubError) -> PageAddress {
    var following = PageAddress(next)
    following.visited = visited.union([url])
    following.emptyPages = isEmpty ? emptyPages + 1 : 0
    guard !following.visited.contains(next), following.visited.count < Self.maximumPages,
      following.emptyPages < Self.maximumEmptyPages
    else { throw .endlessPages(url: next) }
    return following
  }
}

/// One page of a list.
public struct Page<Element: PageElement>: Sendable {
  public var elements: [Element]
  /// The number of elements that could not be parsed.
  public var skipped: Int
  /// The next page, if there is one. The number of elements does not tell whether there is.
  public var next: PageAddress<Element>?
  /// The address of this page: the requested one, or one with a smaller page size if the host could
  /// not create that page.
  public var address: PageAddress<Element>
  /// Whether elements are missing because an organization requires single sign-on.
  public var isPartial: Bool
}

extension Page: Equatable where Element: Equatable {}

/// The page size in an address.
public enum PageSize {
  public static let standard = 100
  /// Smaller pages are not tried.
  private static let smallest = 10

  /// The address of the first half of the same page; `nil` if the page is already small, or if its
  /// position in the list is not given by a page number.
  static func halved(_ url: String) -> String? {
    guard let question = url.firstIndex(of: "?") else { return nil }
    var fields = url[question...].dropFirst().split(separator: "&").map(String.init)
    let names = fields.map { $0.prefix { $0 != "=" } }
    guard
      !names.contains(where: { ["after", "before", "cursor", "last_sha", "top"].contains($0) }),
      let sizeIndex = names.firstIndex(of: "per_page"),
      let size = Int(fields[sizeIndex].dropFirst(9)), size % 2 == 0,
      (smallest * 2...standard) ~= size
    else { return nil }
    fields[sizeIndex] = "per_page=\(size / 2)"
    if let pageIndex = names.firstIndex(of: "page") {
      guard let page = Int(fields[pageIndex].dropFirst(5)), (1...1_000_000) ~= page else {
        return nil
      }
      fields[pageIndex] = "page=\(page * 2 - 1)"
    }
    return "\(url[...question])\(fields.joined(separator: "&"))"
  }
}

extension GitHubClient {
  /// One page of a list. To read the whole list, request `next` of each page in turn.
  public func page<Element: PageElement>(
    at address: PageAddress<Element>, etag: String? = nil
  ) async throws(GitHubError) -> FetchResult<Page<Element>> {
    try await fetch(address.url, etag: etag, "list") { json, exchange throws(GitHubError) in
      try Page(json, exchange, at: address, on: host)
    }
  }
}

extension Page {
  fileprivate init?(
    _ json: JSONValue, _ exchange: RequestSender.Exchange, at requested: PageAddress<Element>,
    on host: GitHubHost
  ) throws(GitHubError) {
    guard let items = json.array else { return nil }
    elements = items.compactMap { Element(json: $0, on: host) }
    skipped = items.count - elements.count
    let signOn = exchange.response.headers["x-github-sso"] ?? ""
    isPartial = signOn.hasPrefix("partial-results")
    address =
      exchange.request.url == requested.url
      ? requested : PageAddress(exchange.request.url)
    next = nil
    guard let url = Link.next(in: exchange.response.headers.all("link")) else { return }
    guard let origin = WebAddress(url)?.origin, origin == WebAddress(requested.url)?.origin else {
      throw .foreignURL(url: ServerText.bounded(url))
    }
    next = try requested.following(url, isEmpty: items.isEmpty)
  }
}
