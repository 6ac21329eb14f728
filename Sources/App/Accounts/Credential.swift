public import Diary
public import GitHub
import Localization
public import Views

/// A token, whose it is as far as that is known before asking, and where it may be sent.
public struct Credential: Sendable {
  public var host: GitHubHost
  public var account: Account?
  public var token: Token
  public var origin: TokenOrigin
  /// The account that was named where the token comes from elsewhere, and may be another's.
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

  /// Fails where the token is not that of the account that was named.
  public func check(isOf owner: Account) throws(AccountError) {
    guard let named, named != owner else { return }
    throw .wrongAccount(origin, owner: owner.shortName, named: named.shortName)
  }
}
