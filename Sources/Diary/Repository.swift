/// Where commits live: `host/owner/name`, or the path of a clone that has no remote.
public struct Repository: Sendable {
  /// As people write it, with its capitals.
  public let name: String

  public init(name: String) {
    self.name = name
  }

  /// What two spellings of the same repository have in common. Hosts do not tell capitals apart;
  /// file systems do.
  public var key: String { isLocal ? name : name.lowercased() }

  /// Whether this is a clone without a remote.
  public var isLocal: Bool { name.utf8.first == UInt8(ascii: "/") }

  /// Whether it is a repository of this host.
  public func isHosted(on host: String) -> Bool { key.hasPrefix("\(host.lowercased())/") }

  /// The name without the host that goes without saying, and of a path its last folder.
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
