import Diary
import Platform

extension RemoteAddress {
  /// What follows `owner/name` in the address of a page about it.
  private static let pages: Set = [
    "actions", "activity", "blame", "blob", "branches", "commit", "commits", "compare",
    "discussions", "edit", "find", "forks", "graphs", "issues", "merge_requests", "milestones",
    "network", "packages", "projects", "pull", "pulls", "pulse", "raw", "releases", "search",
    "security", "settings", "src", "stargazers", "tags", "tree", "watchers", "wiki",
  ]

  /// Reads what a person types for a repository: `OWNER/NAME` on `host`, `HOST/OWNER/NAME`, the
  /// address of the repository or of a page about it, a remote as git takes it, or a path, which
  /// begins with `.`, `/` or `~`. `nil` where it is none of them.
  public init?(typed text: String, host: String = "github.com") {
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
      self.init(words: text, defaultHost: host)
    }
  }

  /// Of `localhost:3000/o/n`, where git would see a folder, people mean a port.
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
    self.init(host: host, named: RemoteAddress.withoutPage(components, on: host))
  }

  private init?(words text: String, defaultHost: String) {
    let text = text.hasSuffix("/") ? String(text.dropLast()) : text
    let components = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !components.contains(""), !text.contains(where: { $0.isWhitespace || $0 == "\\" }) else {
      return nil
    }
    switch components.count {
    // No owner has a dot in its name; `github.com/octocat` is a person's page.
    case 2 where !components[0].contains(".") && !text.contains(where: { ":;@?#*".contains($0) }):
      self.init(host: defaultHost, named: components)
    case 3... where components.count == 3 || components[0].contains("."):
      guard let url = AddressParts("https://\(text)") else { return nil }
      self.init(page: url)
    default: return nil
    }
  }

  /// People name repositories by an owner and a name, no less.
  private init?(host: String, named components: [String]) {
    guard components.count >= 2 else { return nil }
    self.init(host: host, components: components)
  }

  /// `o/n` of `o/n/tree/main/x`; groups may be nested, but not on GitHub.
  private static func withoutPage(_ components: [String], on host: String) -> [String] {
    if let dash = components.firstIndex(of: "-"), dash >= 2 {
      return Array(components[..<dash])
    }
    guard components.count > 2 else { return components }
    let isFlat = Host.canonical(host) == "github.com" || pages.contains(components[2])
    return isFlat ? Array(components[..<2]) : components
  }
}
