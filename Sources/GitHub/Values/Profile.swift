public import Diary
import JSON

/// Somebody on a host.
public struct Profile: Hashable, Sendable {
  public var id: Int
  public var login: String
  /// What they call themselves.
  public var name: String?
  public var scopes = Scopes.unknown
  /// When the token that asked ends, where it does.
  public var tokenExpiry: Instant?

  public init(id: Int, login: String, name: String? = nil) {
    self.id = id
    self.login = login
    self.name = name
  }

  init?(_ value: JSONValue) {
    guard let id = value["id"]?.lenientInteger, let login = value["login"]?.nonEmptyString,
      GitHubName.isPlain(login)
    else { return nil }
    self.init(id: id, login: login, name: value["name"]?.nonEmptyString)
  }
}

/// Names that stand in addresses and in the journal's own names of things.
enum GitHubName {
  /// Logins and repositories have letters, digits and a few marks in them; apps have brackets too.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && name != "." && name != ".."
      && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x2F && $0 != 0x5C }
  }
}
