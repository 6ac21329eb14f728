public import JSON

/// What pages are made of, read from one element of theirs; `nil` where it makes no sense.
public protocol PageElement: Sendable {
  init?(json: JSONValue, on host: GitHubHost)
}

/// Where a page is, and how the way to it went.
public struct PageAddress<Element: PageElement>: Hashable, Sendable {
  /// What a tag of this page is kept under. For pages that follow it is what the host gave, to the
  /// letter.
  public let url: String
  /// The pages before this one.
  private var visited: Set<String> = []
  private var emptyPages = 0

  /// The page at an address that was kept from an earlier run; it must be of the same host.
  public init(resumingAt url: String) {
    self.init(url)
  }

  init(_ url: String) {
    self.url = url
  }

  public static func == (left: Self, right: Self) -> Bool { left.url == right.url }
  public func hash(into hasher: inout Hasher) { hasher.combine(url) }

  /// More pages than any list has: what comes after them is no list.
  private static var mostPages: Int { 20_000 }
  private static var mostEmptyPages: Int { 20 }

  /// The page that the host calls the next one.
  func following(_ next: String, isEmpty: Bool) throws(GitHubError) -> PageAddress {
    var following = PageAddress(next)
    following.visited = visited.union([url])
    following.emptyPages = isEmpty ? emptyPages + 1 : 0
    guard !following.visited.contains(next), following.visited.count < Self.mostPages,
      following.emptyPages < Self.mostEmptyPages
    else { throw .endlessPages(url: next) }
    return following
  }
}

/// A part of a list.
public struct Page<Element: PageElement>: Sendable {
  public var elements: [Element]
  /// How many there were that made no sense.
  public var skipped: Int
  /// Where the list goes on; only this says whether it does, not the number of elements.
  public var next: PageAddress<Element>?
  /// Where it came from: the address that was asked for, or one with fewer elements to a page,
  /// where the host could not manage that.
  public var address: PageAddress<Element>
  /// Whether the host left out what an organization wants to be logged in to for.
  public var isPartial: Bool
}

extension Page: Equatable where Element: Equatable {}
