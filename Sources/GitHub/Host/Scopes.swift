import Diary
import HTTP
import JSON

/// The OAuth scopes of a token.
public struct Scopes: Hashable, Sendable {
  /// In alphabetical order; `nil` if unknown, as for fine-grained tokens, whose permissions are not
  /// sent in a header.
  public let names: [String]?

  public static let unknown = Scopes(names: nil)

  public init(names: [String]?) {
    self.names = names.map { Set($0).sorted() }
  }

  /// Parses `X-OAuth-Scopes`. It is empty for fine-grained tokens and for tokens of apps.
  public init(header: String?) {
    let names = Scopes.list(header ?? "")
    self.init(names: names.isEmpty ? nil : names)
  }

  /// Parses the scopes granted by a login, which may be empty.
  public init(granted: String) {
    self.init(names: Scopes.list(granted))
  }

  /// Splits a list at commas and spaces, because GitHub uses both.
  public static func list(_ text: String) -> [String] {
    text.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// Whether this scope or one that includes it is granted; `nil` if unknown.
  public func covers(_ name: String) -> Bool? {
    guard let names else { return nil }
    return names.contains { $0 == name || Scopes.implied(by: $0).contains(name) }
  }

  /// The scope that the user should add, if the token has none of those accepted by
  /// `X-Accepted-OAuth-Scopes`: `repo` if it is accepted, else one that only reads.
  func missing(accepted: String?) -> String? {
    let accepted = Scopes.list(accepted ?? "")
    guard !accepted.isEmpty, accepted.allSatisfy({ covers($0) == false }) else { return nil }
    return accepted.first { $0 == "repo" } ?? accepted.first { $0.hasPrefix("read:") }
      ?? accepted.first
  }

  /// The scopes that a scope includes.
  private static func implied(by name: String) -> Set<String> {
    switch name {
    case "repo":
      ["public_repo", "repo:status", "repo_deployment", "repo:invite", "security_events"]
    case "user": ["read:user", "user:email", "user:follow"]
    case "project": ["read:project"]
    default: Scopes.lesser(than: name)
    }
  }

  /// `admin:org` includes `write:org`, which includes `read:org`.
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

extension RateLimit {
  /// Parses the `x-ratelimit-…` headers; `nil` if one is missing.
  init?(_ headers: HTTPHeaders) {
    guard let limit = RateLimit.count(headers["x-ratelimit-limit"]),
      let remaining = RateLimit.count(headers["x-ratelimit-remaining"]),
      let reset = Instant(epoch: headers["x-ratelimit-reset"])
    else { return nil }
    self.init(
      limit: limit, remaining: remaining, resetsAt: reset,
      resource: ServerText.bounded(headers["x-ratelimit-resource"] ?? "core", to: 40))
  }

  /// Parses one of the `resources` in `/rate_limit`.
  init?(_ value: JSONValue, resource: String) {
    guard let limit = RateLimit.count(value["limit"]?.lenientInteger.map(String.init)),
      let remaining = RateLimit.count(value["remaining"]?.lenientInteger.map(String.init)),
      let reset = value["reset"]?.lenientInteger, let instant = Instant(epoch: String(reset))
    else { return nil }
    self.init(limit: limit, remaining: remaining, resetsAt: instant, resource: resource)
  }

  /// Parses a decimal number. Larger ones become 999,999,999.
  private static func count(_ text: String?) -> Int? {
    text.flatMap { Int(digits: $0.utf8) }.map { min($0, 999_999_999) }
  }
}
