/// A repository: `host/owner/name`, or the path of a clone without a remote.
public struct Repository: Sendable {
  /// The name with its capitalization.
  public let name: String

  public init(name: String) {
    self.name = name
  }

  /// A key for comparison. Names on hosts are not case-sensitive; file paths are.
  public var key: String { isLocal ? name : name.lowercased() }

  /// Whether this is a clone without a remote.
  public var isLocal: Bool { name.utf8.first == UInt8(ascii: "/") }

  /// Whether the repository is on this host.
  public func isHosted(on host: String) -> Bool { key.hasPrefix("\(host.lowercased())/") }

  /// The name without `github.com`, or the last component of a path.
  public var shortName: String {
    if isLocal { return name.split(separator: "/").last.map(String.init) ?? name }
    let prefix = "github.com/"
    return name.lowercased().hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }
}

extension Repository: Hashable {
  public static func == (left: Repository, right: Repository) -> Bool { left.key == right.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A repository as it is named now, and what else the journal may know it by.
public struct RepositoryKey: Hashable, Sendable {
  public var repository: Repository
  /// The oldest commit of a clone without a remote, which identifies it after it is moved.
  public var root: String?
  /// The name of a clone with a remote before it had one: its path.
  public var previousName: String?

  public init(_ repository: Repository, root: String? = nil, previousName: String? = nil) {
    self.repository = repository
    self.root = root
    self.previousName = previousName
  }
}

/// A user account on a host.
public struct Account: Sendable {
  /// The host of an account that is named without one.
  public static let defaultHost = "github.com"

  public let host: String
  /// The login with the host's capitalization.
  public let login: String

  public init(host: String, login: String) {
    self.host = host
    self.login = login
  }

  /// A key that ignores capitalization.
  public var key: String { "\(host)/\(login)".lowercased() }

  /// The login; on hosts other than github.com, preceded by the host.
  public var shortName: String {
    host.lowercased() == Self.defaultHost ? login : "\(host)/\(login)"
  }
}

extension Account: Hashable {
  public static func == (left: Account, right: Account) -> Bool { left.key == right.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
