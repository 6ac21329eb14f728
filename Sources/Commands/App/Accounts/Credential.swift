import Diary
import GitHub
import Localization

/// A token, whose it is as far as that is known before asking, and where it may be sent.
struct Credential: Sendable {
  var host: GitHubHost
  var account: Account?
  var token: Token
  var origin: TokenOrigin
  /// The account that was named where the token comes from elsewhere, and may be another's.
  var named: Account?

  /// Fails where the token is not that of the account that was named.
  func check(isOf owner: Account) throws(AccountError) {
    guard let named, named != owner else { return }
    throw .ofSomebodyElse(origin, owner: owner.shortName, named: named.shortName)
  }
}
