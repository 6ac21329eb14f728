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

/// Host names of git servers.
enum Host {
  /// Alternative names of a host: with `www`, and for SSH over the HTTPS port.
  private static let aliases = [
    "www.github.com": "github.com",
    "ssh.github.com": "github.com",
    "www.gitlab.com": "gitlab.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
  ]

  /// The normalized name of a host, or `nil` if it is not valid.
  static func canonical(_ text: String) -> String? {
    var host = text.lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    let isValid = host.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || "0123456789.-_:".unicodeScalars.contains(scalar)
    }
    guard !host.isEmpty, !host.hasPrefix("."), !host.hasPrefix("-"), isValid else { return nil }
    return aliases[host] ?? host
  }
}

extension Unicode.Scalar {
  var isControl: Bool { properties.generalCategory == .control }
}

/// Normalizes paths of clones.
enum LocalPath {
  /// Removes `.` segments, doubled slashes, a trailing slash and a trailing `.git` segment. `..` is
  /// kept, because the parent of a link is known only to the file system.
  static func normalized(_ text: String) -> String {
    var parts = text.split(separator: "/").filter { $0 != "." }
    if parts.count > 1, parts.last == ".git" { parts.removeLast() }
    let path = parts.joined(separator: "/")
    return text.hasPrefix("/") ? "/" + path : path.isEmpty ? "." : path
  }

  /// The path that the user typed, relative to `directory` if that is given.
  static func place(of typed: String, in directory: String?) -> String {
    guard let directory, !typed.hasPrefix("/") else { return typed }
    return typed == "." ? directory : "\(directory)/\(typed)"
  }

  /// The absolute path, with symbolic links resolved if it exists.
  static func absolute(_ path: String, from directory: String) -> String {
    let joined = path.hasPrefix("/") ? path : "\(directory)/\(path)"
    return normalized(File.realPath(joined) ?? joined)
  }
}
