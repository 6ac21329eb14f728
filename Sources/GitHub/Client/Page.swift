public import JSON

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

  /// The page at an address saved in an earlier run, which must be on the same host.
  public init(resumingAt url: String) {
    self.init(url)
  }

  init(_ url: String) {
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
