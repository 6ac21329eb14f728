public import Diary
import Platform

/// The location of a repository, in a form that does not depend on how it was written. Users,
/// passwords, parameters, queries and fragments are dropped, and so are the ports that schemes have anyway.
public enum RemoteAddress: Hashable, Sendable {
  /// `path` is `owner/name`, or longer with nested groups. `host` has the port, if another one serves other
  /// repositories.
  case hosted(host: String, path: String)
  case local(path: String)
}

extension RemoteAddress {
  /// The repository under which notes are stored; `nil` for a relative path.
  public var repository: Repository? {
    switch self {
    case .hosted(let host, let path): Repository(name: "\(host)/\(path)")
    case .local(let path): path.hasPrefix("/") ? Repository(name: path) : nil
    }
  }

  /// Parses the address of a remote as git does.
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

  /// An invalid URL, or `helper::address`, which only git can interpret.
  private static func isUnreadable(_ text: String) -> Bool {
    let helper = text.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    return text[helper.endIndex...].hasPrefix("::") || text.containsBytes("://")
  }

  /// Whether a path may contain a password, although it does not belong there.
  private static func hidesPassword(_ path: String) -> Bool {
    guard let colon = path.unicodeScalars.firstIndex(of: ":") else { return false }
    return path[colon...].unicodeScalars.contains("@")
  }

  /// Decodes the path. Git takes everything after the host as the path, but a query and a fragment
  /// are not part of the repository's name.
  init?(_ url: AddressParts) {
    let path = Percent.decode(path: url.path)
    switch url.scheme {
    case "file":
      self = .local(path: LocalPath.normalized(path))
    case "http", "https", "ssh", "git", "git+ssh", "ssh+git", "git+https", "git+http", "ftp",
      "ftps":
      self.init(
        host: RemoteAddress.host(of: url), port: RemoteAddress.port(of: url),
        components: RemoteAddress.components(
          of: RemoteAddress.withoutParameters(RemoteAddress.withoutEscapedQuery(path))))
    default: return nil
    }
  }

  static func host(of url: AddressParts) -> String { Percent.decode(path: url.host) }

  /// The port, if it is not that of the scheme. One for SSH is only another way to the same host.
  static func port(of url: AddressParts) -> Int? {
    if url.scheme.containsBytes("ssh") { return nil }
    let standard = ["http": 80, "https": 443, "git": 9418, "ftp": 21, "ftps": 990]
    let scheme = url.scheme.hasPrefix("git+") ? String(url.scheme.dropFirst(4)) : url.scheme
    return url.port == standard[scheme] ? nil : url.port
  }

  /// The path up to a question mark, which may have been decoded from `hello.git%3Ftoken=…`.
  static func withoutEscapedQuery(_ path: String) -> String {
    String(path.unicodeScalars.prefix { $0 != "?" })
  }

  /// The path without the text after a `;` in each segment, which may be a token.
  static func withoutParameters(_ path: String) -> String {
    guard path.unicodeScalars.contains(";") else { return path }
    return path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0.prefix { $0 != ";" }) }.joined(separator: "/")
  }

  init?(host: String, port: Int? = nil, components: [String]) {
    var components = components
    guard var host = Host.canonical(host), var name = components.popLast() else { return nil }
    if name.hasSuffix(".git") { name.removeLast(4) }
    components.append(name)
    let isValid = components.allSatisfy { component in
      !component.isEmpty && component != "." && component != ".."
        && !component.unicodeScalars.contains(where: \.isControl)
    }
    let path = components.joined(separator: "/")
    guard isValid, !RemoteAddress.hidesPassword(path) else { return nil }
    if let port { host = (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
    self = .hosted(host: host, path: path)
  }

  /// The segments of `/owner/name.git/`, without empty ones.
  static func components(of path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  /// Parses `user@host:path`, which git recognizes by a colon before the first slash.
  static func secureCopy(_ text: String) -> (host: String, path: String)? {
    let start = text.firstIndex(of: "@").map { text.index(after: $0) } ?? text.startIndex
    let rest = text[start...]
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]"),
      rest[end...].dropFirst().first == ":"
    {
      let inside = rest[..<end].dropFirst()
      // The brackets contain an IPv6 address or a host with a port.
      let colons = inside.count { $0 == ":" }
      let host = colons == 1 ? inside.prefix { $0 != ":" } : inside
      return (String(host), withoutQuery(rest[end...].dropFirst(2)))
    }
    guard let colon = text.firstIndex(of: ":"), colon >= start,
      !text[..<colon].contains("/"), !text[colon...].hasPrefix("::")
    else { return nil }
    let path = text[colon...].dropFirst()
    // `me@example.com:password@host/path` is more likely a misplaced password than such a folder.
    if path.prefix(while: { $0 != "/" }).unicodeScalars.contains("@") { return nil }
    return (String(text[start..<colon]), withoutQuery(path))
  }

  /// The path without a query, which may be a token. A `#` in the name of a folder is kept.
  private static func withoutQuery(_ path: Substring) -> String {
    let path = path.unicodeScalars.prefix { $0 != "?" }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? path.prefix(0)
    let name = path[folder.endIndex...].prefix { $0 != "#" }
    return RemoteAddress.withoutParameters(String(folder) + String(name))
  }
}
