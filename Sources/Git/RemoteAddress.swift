public import Diary
import Platform

/// Where a repository is, whichever of the many ways of writing it was taken. Users, passwords,
/// ports, parameters, queries and fragments are dropped.
public enum RemoteAddress: Hashable, Sendable {
  /// `path` is `owner/name`, or more where groups are nested.
  case hosted(host: String, path: String)
  case local(path: String)
}

extension RemoteAddress {
  /// What a note is kept under; `nil` of a local path that does not begin at the root.
  public var repository: Repository? {
    switch self {
    case .hosted(let host, let path): Repository(name: "\(host)/\(path)")
    case .local(let path): path.hasPrefix("/") ? Repository(name: path) : nil
    }
  }

  /// Reads what git takes as the address of a remote.
  public init?(remote text: String) {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: \.isControl) else { return nil }
    if let url = AddressParts(text) {
      self.init(url)
      return
    }
    let isPath = text.hasPrefix("/") || text.hasPrefix(".")
    if !isPath, RemoteAddress.isUnreadable(text) { return nil }
    if !isPath, let (host, path) = RemoteAddress.secureCopy(text) {
      self.init(host: host, components: RemoteAddress.components(of: path))
      return
    }
    guard isPath || !RemoteAddress.hidesPassword(text) else { return nil }
    self = .local(path: LocalPath.normalized(text))
  }

  /// A broken URL, or `helper::address`, which only git can read.
  private static func isUnreadable(_ text: String) -> Bool {
    let helper = text.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    return text[helper.endIndex...].hasPrefix("::") || text.containsBytes("://")
  }

  /// Whether there may be a password in a place where nobody should have put one.
  private static func hidesPassword(_ path: String) -> Bool {
    guard let colon = path.unicodeScalars.firstIndex(of: ":") else { return false }
    return path[colon...].unicodeScalars.contains("@")
  }

  /// The path is decoded here. Git reads everything behind the host as the path; a query and a
  /// fragment are no part of a repository's name.
  init?(_ url: AddressParts) {
    let path = Percent.decode(path: url.path)
    switch url.scheme {
    case "file":
      self = .local(path: LocalPath.normalized(path))
    case "http", "https", "ssh", "git", "git+ssh", "ssh+git", "git+https", "git+http", "ftp",
      "ftps":
      self.init(
        host: RemoteAddress.host(of: url),
        components: RemoteAddress.components(
          of: RemoteAddress.withoutParameters(RemoteAddress.withoutEscapedQuery(path))))
    default: return nil
    }
  }

  static func host(of url: AddressParts) -> String { Percent.decode(path: url.host) }

  /// The path up to a question mark: `hello.git%3Ftoken=…` is decoded to one.
  static func withoutEscapedQuery(_ path: String) -> String {
    String(path.unicodeScalars.prefix { $0 != "?" })
  }

  /// The path without what follows a `;` in any of its parts, which may be a token.
  static func withoutParameters(_ path: String) -> String {
    guard path.unicodeScalars.contains(";") else { return path }
    return path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0.prefix { $0 != ";" }) }.joined(separator: "/")
  }

  init?(host: String, components: [String]) {
    var components = components
    guard let host = Host.canonical(host), var name = components.popLast() else { return nil }
    if name.hasSuffix(".git") { name.removeLast(4) }
    components.append(name)
    let isValid = components.allSatisfy { component in
      !component.isEmpty && component != "." && component != ".."
        && !component.unicodeScalars.contains(where: \.isControl)
    }
    let path = components.joined(separator: "/")
    guard isValid, !RemoteAddress.hidesPassword(path) else { return nil }
    self = .hosted(host: host, path: path)
  }

  /// The parts of `/owner/name.git/`, without those that are empty.
  static func components(of path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  /// `user@host:path`, the form that git knows by a colon before the first slash.
  static func secureCopy(_ text: String) -> (host: String, path: String)? {
    let start = text.firstIndex(of: "@").map { text.index(after: $0) } ?? text.startIndex
    let rest = text[start...]
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]"),
      rest[end...].dropFirst().first == ":"
    {
      let inside = rest[..<end].dropFirst()
      // Either an address of the sixth version or a host with a port.
      let colons = inside.count { $0 == ":" }
      let host = colons == 1 ? inside.prefix { $0 != ":" } : inside
      return (String(host), withoutQuery(rest[end...].dropFirst(2)))
    }
    guard let colon = text.firstIndex(of: ":"), colon >= start,
      !text[..<colon].contains("/"), !text[colon...].hasPrefix("::")
    else { return nil }
    let path = text[colon...].dropFirst()
    // `me@example.com:password@host/path`, as it is in URLs, is more likely than such a folder.
    if path.prefix(while: { $0 != "/" }).unicodeScalars.contains("@") { return nil }
    return (String(text[start..<colon]), withoutQuery(path))
  }

  /// The path without what may be a token behind it. A `#` in a folder is a part of its name.
  private static func withoutQuery(_ path: Substring) -> String {
    let path = path.unicodeScalars.prefix { $0 != "?" }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? path.prefix(0)
    let name = path[folder.endIndex...].prefix { $0 != "#" }
    return RemoteAddress.withoutParameters(String(folder) + String(name))
  }
}
