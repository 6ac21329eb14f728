import Diary
public import HTTP
public import Platform

/// A GitHub host: github.com, a company's subdomain of ghe.com, or an Enterprise Server.
public struct GitHubHost: Hashable, Sendable {
  /// For example `github.com`. Accounts and repositories are stored under this name, even if the
  /// environment sets other addresses.
  public let name: String
  /// `https://github.com`, without a trailing slash.
  public let webURL: String
  /// `https://api.github.com`, without a trailing slash.
  public let apiURL: String
  public let graphQLURL: String

  static let webVariable = "COMMITDIARY_WEB_URL"
  static let apiVariable = "COMMITDIARY_API_URL"

  /// The host with a given name. For github.com only, environment variables can override the
  /// addresses.
  public init(_ name: String, environment: Environment = Environment([:])) throws(HostError) {
    guard let plain = GitHubHost.plainName(name) else {
      throw .invalidName(AddressRedaction.hidingSecrets(name))
    }
    self.name = plain
    if plain == Account.defaultHost {
      webURL = try BaseAddress(
        GitHubHost.webVariable, in: environment, else: "https://github.com"
      ).text
      apiURL = try BaseAddress(
        GitHubHost.apiVariable, in: environment, else: "https://api.github.com"
      ).text
      graphQLURL = "\(apiURL)/graphql"
    } else {
      webURL = "https://\(plain)"
      let isCompany = plain.hasSuffix(".ghe.com")
      apiURL = isCompany ? "https://api.\(plain)" : "https://\(plain)/api/v3"
      graphQLURL = isCompany ? "\(apiURL)/graphql" : "https://\(plain)/api/graphql"
    }
  }

  /// The page on which users manage their tokens and have organizations authorize them.
  public var tokensURL: String { "\(webURL)/settings/tokens" }

  /// The normalized name of a host that the user typed in any case or as a URL.
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
}

/// An access token. It is hidden when it is printed, interpolated or dumped.
public struct Token: Hashable, Sendable {
  /// The token itself, for sending and saving it only.
  public let secret: String

  public init(_ secret: String) {
    self.secret = secret
  }

  /// Whether the token is valid in a header: not empty, and only visible ASCII characters. A token
  /// with a space or a line break was not copied correctly.
  public var isUsable: Bool {
    !secret.isEmpty && secret.utf8.count <= 4096
      && secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
  }

  /// The page of GitHub’s settings where tokens of apps are revoked, such as those of `login`.
  public static let pageOfApps = "applications"

  /// The page of GitHub’s settings where the token is revoked.
  public var page: String {
    if secret.hasPrefix("ghp_") { return "tokens" }
    return secret.hasPrefix("github_pat_") ? "personal-access-tokens" : Self.pageOfApps
  }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "Token(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
