public import Diary
public import GitHub
import Localization
public import Views

/// A token, its account if that is already known, and the host it may be sent to.
public struct Credential: Sendable {
  public var host: GitHubHost
  public var account: Account?
  public var token: Token
  public var origin: TokenOrigin
  /// The account that `--account` named, if the token is an external one that may belong to
  /// another.
  public var named: Account?

  public init(
    host: GitHubHost, account: Account? = nil, token: Token, origin: TokenOrigin,
    named: Account? = nil
  ) {
    self.host = host
    self.account = account
    self.token = token
    self.origin = origin
    self.named = named
  }

  /// Throws if an account was named, but the token belongs to `owner`, who is another.
  public func requireOwner(_ owner: Account) throws(AccountError) {
    guard let named, named != owner else { return }
    throw .wrongAccount(origin, owner: owner.shortName, named: named.shortName)
  }
}
