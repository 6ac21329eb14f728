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
