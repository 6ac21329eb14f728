/// Somebody on a host, as they log in there.
public struct Account: Sendable {
  public let host: String
  /// With its capitals, as the host writes it.
  public let login: String

  public init(host: String, login: String) {
    self.host = host
    self.login = login
  }

  /// What two spellings of the same account have in common.
  public var key: String { "\(host)/\(login)".lowercased() }

  /// The login, with the host where that does not go without saying.
  public var shortName: String {
    host.lowercased() == "github.com" ? login : "\(host)/\(login)"
  }
}

extension Account: Hashable {
  public static func == (left: Account, right: Account) -> Bool { left.key == right.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
