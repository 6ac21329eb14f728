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
