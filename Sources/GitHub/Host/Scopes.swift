/// What a token may do, as far as the host says.
public struct Scopes: Hashable, Sendable {
  /// In the order of the alphabet; `nil` for tokens that have no scopes but finer permissions,
  /// which no header tells.
  public let names: [String]?

  public static let unknown = Scopes(names: nil)

  public init(names: [String]?) {
    self.names = names.map { Set($0).sorted() }
  }

  /// Reads `X-OAuth-Scopes`. An empty one is that of a fine-grained token or of an app's.
  public init(header: String?) {
    let names = Scopes.list(header ?? "")
    self.init(names: names.isEmpty ? nil : names)
  }

  /// Reads what a login was granted; nothing at all is an answer here.
  public init(granted: String) {
    self.init(names: Scopes.list(granted))
  }

  /// Splits a list at commas or at spaces: GitHub has both.
  public static func list(_ text: String) -> [String] {
    text.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// Whether this scope is among them, or part of one that is; `nil` where nobody knows.
  public func covers(_ name: String) -> Bool? {
    guard let names else { return nil }
    return names.contains { $0 == name || Scopes.implied(by: $0).contains(name) }
  }

  /// The scope to ask for, where `X-Accepted-OAuth-Scopes` wants one of several and none of them
  /// is here: `repo` where it would do, else one that only reads.
  func missing(accepted: String?) -> String? {
    let accepted = Scopes.list(accepted ?? "")
    guard !accepted.isEmpty, accepted.allSatisfy({ covers($0) == false }) else { return nil }
    return accepted.first { $0 == "repo" } ?? accepted.first { $0.hasPrefix("read:") }
      ?? accepted.first
  }

  /// What a scope brings with it.
  private static func implied(by name: String) -> Set<String> {
    switch name {
    case "repo":
      ["public_repo", "repo:status", "repo_deployment", "repo:invite", "security_events"]
    case "user": ["read:user", "user:email", "user:follow"]
    case "project": ["read:project"]
    default: Scopes.lesser(than: name)
    }
  }

  /// `admin:org` brings `write:org`, and that `read:org`.
  private static func lesser(than name: String) -> Set<String> {
    guard let colon = name.firstIndex(of: ":") else { return [] }
    let subject = name[colon...]
    return switch name[..<colon] {
    case "admin", "manage_runners": ["write\(subject)", "read\(subject)"]
    case "write": ["read\(subject)"]
    default: []
    }
  }
}
