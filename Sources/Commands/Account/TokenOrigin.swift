import Diary
import GitHub
import Localization

/// Where a token comes from.
enum TokenOrigin: Hashable, Sendable {
  /// The variable of the environment that it stands in.
  case environment(String)
  /// What `github.tokenCommand` prints.
  case command
  case keyring
  case file

  /// As programs read it.
  var source: String {
    switch self {
    case .environment: "environment"
    case .command: "command"
    case .keyring: "keyring"
    case .file: "file"
    }
  }
}

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
