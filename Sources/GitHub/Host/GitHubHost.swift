import HTTP
public import Platform

/// A GitHub: the one at github.com, a company's own under ghe.com, or an enterprise server.
public struct GitHubHost: Hashable, Sendable {
  /// `github.com`: what accounts and repositories are kept under, wherever requests really go.
  public let name: String
  /// `https://github.com`, without a slash at its end.
  public let webURL: String
  /// `https://api.github.com`, without a slash at its end.
  public let apiURL: String
  public let graphQLURL: String

  static let webVariable = "COMMITDIARY_WEB_URL"
  static let apiVariable = "COMMITDIARY_API_URL"

  /// The host that people call `name`. For github.com, and for no other, the environment can put
  /// other addresses in place of the usual ones.
  public init(_ name: String, environment: Environment = Environment([:])) throws(HostError) {
    guard let plain = GitHubHost.plainName(name) else {
      throw .invalidName(AddressRedaction.hidingSecrets(name))
    }
    self.name = plain
    if plain == "github.com" {
      webURL = try Self.address(GitHubHost.webVariable, environment) ?? "https://github.com"
      apiURL = try Self.address(GitHubHost.apiVariable, environment) ?? "https://api.github.com"
      graphQLURL = "\(apiURL)/graphql"
    } else {
      webURL = "https://\(plain)"
      let isCompany = plain.hasSuffix(".ghe.com")
      apiURL = isCompany ? "https://api.\(plain)" : "https://\(plain)/api/v3"
      graphQLURL = isCompany ? "\(apiURL)/graphql" : "https://\(plain)/api/graphql"
    }
  }

  /// Where a person sees the tokens that they made, and has organizations approve them.
  public var tokensURL: String { "\(webURL)/settings/tokens" }

  /// People give a host as they find it, in capitals or as an address.
  private static func plainName(_ typed: String) -> String? {
    var text = typed.lowercased()[...]
    if text.hasPrefix("https://") { text = text.dropFirst(8) }
    if text.hasSuffix("/") { text = text.dropLast() }
    if text.hasPrefix("www.github.") { text = text.dropFirst(4) }
    guard let parts = AddressParts("https://\(text)"), parts.path.isEmpty, parts.query == nil,
      parts.fragment == nil
    else { return nil }
    return WebAddress(parts)?.authority
  }

  private static func address(
    _ variable: String, _ environment: Environment
  ) throws(HostError) -> String? {
    guard let value = environment.nonEmpty(variable) else { return nil }
    do {
      return try BaseAddress(value).text
    } catch {
      if case .insecure = error { throw .insecure(variable: variable, value: value) }
      throw .invalidAddress(variable: variable, value: AddressRedaction.hidingSecrets(value))
    }
  }
}
