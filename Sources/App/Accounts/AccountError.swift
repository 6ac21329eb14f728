public import Localization
public import Platform
public import Views

/// Why no token is available for a request, or why a token cannot be saved.
public enum AccountError: Error, Hashable {
  case notLoggedIn(host: String)
  /// GitHub refused the token. The hint depends on where the token came from.
  case refused(TokenOrigin, account: String?, hasStored: Bool)
  /// The environment or a command supplies the token, so `login` and `logout` have no effect.
  case overridden(by: TokenOrigin)
  /// `--account` names one account, but the token in use belongs to another.
  case wrongAccount(TokenOrigin, owner: String, named: String)
  case noTokenGiven
  case unusableToken
  case offline
}

extension AccountError: Explained {
  public var explanation: Explanation {
    switch self {
    case .notLoggedIn(let host):
      Explanation(.notLoggedIn(host: host), hint: .notLoggedInHint, status: .authentication)
    case .refused(let origin, let account, let hasStored):
      Self.refused(origin, account: account, hasStored: hasStored)
    case .overridden(.environment(let variable)):
      Explanation(
        .environmentTokenRules(variable: variable),
        hint: .environmentTokenRulesHint(variable: variable))
    case .overridden:
      Explanation(.commandTokenRules, hint: .commandTokenRulesHint)
    case .wrongAccount(.environment(let variable), let owner, let named):
      Explanation(
        .environmentTokenOfOther(variable: variable, owner: owner, named: named),
        hint: .environmentTokenOfOtherHint(variable: variable), status: .authentication)
    case .wrongAccount(_, let owner, let named):
      Explanation(
        .commandTokenOfOther(owner: owner, named: named), hint: .commandTokenOfOtherHint,
        status: .authentication)
    case .noTokenGiven:
      Explanation(.tokenMissing, hint: .tokenMissingHint, status: .usage)
    case .unusableToken:
      Explanation(.tokenUnusable, hint: .tokenMissingHint, status: .usage)
    case .offline:
      Explanation(.networkNeeded, hint: .networkNeededHint, status: .unavailable)
    }
  }

  private static func refused(
    _ origin: TokenOrigin, account: String?, hasStored: Bool
  ) -> Explanation {
    switch origin {
    case .environment(let variable):
      Explanation(
        .environmentTokenRefused(variable: variable),
        hint: hasStored
          ? .environmentTokenRefusedStoredHint(variable: variable)
          : .environmentTokenRefusedHint(variable: variable),
        status: .authentication)
    case .command:
      Explanation(.commandTokenRefused, hint: .tokenCommandHint, status: .authentication)
    case .keyring, .file:
      Explanation(
        .tokenRefused(account: account ?? ""), hint: .tokenRefusedHint, status: .authentication)
    }
  }
}
