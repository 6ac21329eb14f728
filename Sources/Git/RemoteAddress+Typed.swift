import Diary
import Platform

extension RemoteAddress {
  /// The segments that can follow `owner/name` in the address of a page.
  private static let pages: Set = [
    "actions", "activity", "blame", "blob", "branches", "commit", "commits", "compare",
    "discussions", "edit", "find", "forks", "graphs", "issues", "merge_requests", "milestones",
    "network", "packages", "projects", "pull", "pulls", "pulse", "raw", "releases", "search",
    "security", "settings", "src", "stargazers", "tags", "tree", "watchers", "wiki",
  ]

  /// Parses a repository that the user types: `OWNER/NAME` on github.com, `HOST/OWNER/NAME`, the URL of
  /// the repository or of one of its pages, a remote address of git, or a path, which begins with
  /// `.`, `/` or `~`. `nil` for any other text.
  public init?(typed text: String) {
    guard let first = text.first, !text.unicodeScalars.contains(where: \.isControl) else {
      return nil
    }
    if first == "." || first == "/" || first == "~" {
      self = .local(path: text)
    } else if let url = AddressParts(text) {
      self.init(page: url)
    } else if text.containsBytes("://") {
      return nil
    } else if let (host, path) = RemoteAddress.secureCopy(text), !RemoteAddress.startsWithPort(path)
    {
      self.init(host: host, named: RemoteAddress.components(of: path))
    } else {
      self.init(words: text)
    }
  }

  /// Git reads `localhost:3000/o/n` as a folder, but a user who types it means a port.
  private static func startsWithPort(_ path: String) -> Bool {
    let components = components(of: path)
    return components.count == 3 && components[0].utf8.allSatisfy(\.isASCIIDigit)
  }

  private init?(page url: AddressParts) {
    if url.scheme == "file" {
      self.init(url)
      return
    }
    guard RemoteAddress(url) != nil else { return nil }
    let path = RemoteAddress.withoutParameters(
      RemoteAddress.withoutEscapedQuery(Percent.decode(path: url.path)))
    let host = RemoteAddress.host(of: url)
    let components = RemoteAddress.components(of: path)
    self.init(
      host: host, port: RemoteAddress.port(of: url),
      named: RemoteAddress.withoutPage(components, on: host))
  }

  private init?(words text: String) {
    let text = text.hasSuffix("/") ? String(text.dropLast()) : text
    let components = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !components.contains(""), !text.contains(where: { $0.isWhitespace || $0 == "\\" }) else {
      return nil
    }
    switch components.count {
    // An owner has no dot in its name; `github.com/octocat` is the page of a user.
    case 2 where !components[0].contains(".") && !text.contains(where: { ":;@?#*".contains($0) }):
      self.init(host: Account.defaultHost, named: components)
    case 3... where components.count == 3 || components[0].contains("."):
      guard let url = AddressParts("https://\(text)") else { return nil }
      self.init(page: url)
    default: return nil
    }
  }

  /// Requires at least an owner and a name.
  private init?(host: String, port: Int? = nil, named components: [String]) {
    guard components.count >= 2 else { return nil }
    self.init(host: host, port: port, components: components)
  }

  /// Shortens `o/n/tree/main/x` to `o/n`. Groups can be nested, except on GitHub.
  private static func withoutPage(_ components: [String], on host: String) -> [String] {
    if let dash = components.firstIndex(of: "-"), dash >= 2 {
      return Array(components[..<dash])
    }
    guard components.count > 2 else { return components }
    let isFlat = Host.canonical(host) == Account.defaultHost || pages.contains(components[2])
    return isFlat ? Array(components[..<2]) : components
  }
}
